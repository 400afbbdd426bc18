import { defineEntity, p } from "@mikro-orm/core";
import { Trader } from "../../../identity/users/trader.entity.ts";
import { certificateKinds, type PrintedFacts } from "./certificate.rule.ts";

export const CertificateSchema = defineEntity({
  name: "Certificate",
  tableName: "certificates",
  properties: {
    id: p.integer().primary().autoincrement(),
    trader: () =>
      p
        .manyToOne(Trader)
        .fieldName("user_id")
        .index("certificates_user_id_index")
        .deleteRule("cascade")
        .updateRule("no action"),
    name: p.text(),
    /** The storage key of the PDF, which is never part of a response. */
    fileKey: p.text().unique("certificates_file_key_unique"),
    issuedAt: p.datetime(3),
    uploadedAt: p.datetime(3),
    /** The verification code without dashes; `null` for uploaded certificates. */
    code: p.text().nullable().unique("certificates_code_unique"),
    kind: p.enum(certificateKinds).nullable(),
    /** What a generated certificate certifies; `null` for those of the demo. */
    stageId: p.integer().nullable(),
    payoutId: p.integer().nullable(),
    printed: p.json<PrintedFacts>().nullable(),
    /** The hash of the file, in hex. */
    sha256: p.text().nullable(),
    withdrawnAt: p.datetime(3).nullable(),
    withdrawnReason: p.text().nullable(),
    /** Whether the public page shows the reason. */
    isReasonPublic: p.boolean().default(false),
  },
  checks: [
    { name: "certificates_name_not_blank", expression: "name <> ''" },
    {
      name: "certificates_made_or_uploaded",
      expression: "num_nulls(code, kind, printed, sha256) in (0, 4)",
    },
    {
      name: "certificates_withdrawn_with_reason",
      expression: "(withdrawn_at is null) = (withdrawn_reason is null)",
    },
  ],
});

/** A PDF that the firm has issued to a trader: uploaded, or generated from a pass or a payout. */
export class Certificate extends CertificateSchema.class {}

CertificateSchema.setClass(Certificate);
