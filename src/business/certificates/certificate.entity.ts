import { defineEntity, p } from "@mikro-orm/core";
import { Trader } from "../../identity/users/trader.entity.ts";
import type { Generated } from "kysely";

const CertificateSchema = defineEntity({
  name: "Certificate",
  tableName: "certificates",
  properties: {
    id: p.integer().primary(),
    trader: () =>
      p
        .manyToOne(Trader)
        .fieldName("user_id")
        .index("certificates_user_id_index")
        .deleteRule("cascade")
        .updateRule("no action"),
    name: p.text(),
    /** The key of the PDF in the storage; it is never part of a response. */
    fileKey: p.text().unique("certificates_file_key_unique"),
    issuedAt: p.datetime(3),
    uploadedAt: p.datetime(3),
  },
  checks: [{ name: "certificates_name_not_blank", expression: "name <> ''" }],
});

/** A PDF that the firm issued to a trader. */
export class Certificate extends CertificateSchema.class {}

CertificateSchema.setClass(Certificate);

declare module "../../platform/database/tables.ts" {
  interface Tables {
    certificates: {
      id: Generated<number>;
      user_id: number;
      name: string;
      file_key: string;
      issued_at: string;
      uploaded_at: string;
    };
  }
}
