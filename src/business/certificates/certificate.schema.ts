import { z } from "zod";
import { id, isId, targetId } from "../../platform/lib/id.schema.ts";
import { money } from "../../platform/money/money.schema.ts";
import { certificateKinds } from "./certificate-kinds.rule.ts";
import { requiredText, text } from "../../platform/lib/text.schema.ts";
import { timestamp } from "../../platform/lib/timestamp.schema.ts";

export const MAX_CERTIFICATE_BYTES = 5 * 1024 * 1024;

export const certificateMessages = {
  missingFile: "Certificate PDF is required",
  tooLarge: "File size must be less than 5MB",
  notPdf: "Only PDF files are accepted",
};

const code = z.string().meta({ examples: ["7K3M-Q9TX-2B4D"] });

const kind = z
  .enum(certificateKinds)
  .meta({ description: "What it certifies: a passed stage, or an approved payout" });

const sha256 = z.string().meta({ description: "Of the PDF, in hex" });

/** What certificates that were made here have, and uploaded ones do not. */
const madeDetails = z.object({
  code,
  verifyUrl: z.string().meta({
    description: "The public page that says what the code certifies",
    examples: ["https://desk.example.com/certificates/verify/7K3M-Q9TX-2B4D"],
  }),
  kind,
  stageId: id.nullable().meta({ description: "Of a pass" }),
  payoutId: id.nullable().meta({ description: "Of a payout" }),
  sha256,
});

export const certificate = z
  .object({
    id,
    userId: id,
    name: z.string().meta({ examples: ["Phase 1 completed"] }),
    fileUrl: z
      .string()
      .meta({ description: "A path on this origin", examples: ["/api/certificates/7/file"] }),
    issuedAt: timestamp.meta({ description: "The issue date at midnight UTC" }),
    uploadedAt: timestamp,
    made: madeDetails.optional().meta({
      description: "Only present if the firm made the certificate here; absent for an upload",
    }),
    withdrawn: z
      .object({
        at: timestamp,
        reason: z.string().meta({ examples: ["Issued to the wrong trader"] }),
        isReasonPublic: z
          .boolean()
          .meta({ description: "Whether the public page gives the reason", examples: [false] }),
      })
      .optional()
      .meta({ description: "Only present if the certificate has been withdrawn" }),
  })
  .meta({ id: "Certificate" });
export type Certificate = z.infer<typeof certificate>;

export const certificatesOfTraderInput = z.strictObject({ userId: targetId });

const printedText = (message: string) => text(message, 200).min(1, { error: message });

/** A pass or a payout, and what the administrator has changed of the text. */
const draftFields = {
  payoutId: targetId.optional().meta({ description: "An approved payout request" }),
  stageId: targetId.optional().meta({ description: "A stage that was passed" }),
  name: printedText("Certificate name is required")
    .optional()
    .meta({ description: "Of the certificate", examples: ["Payout of $1,250.00"] }),
  traderName: printedText("Name is required")
    .optional()
    .meta({
      description: "As it is printed; the trader's full name by default",
      examples: ["Olivia Bennett"],
    }),
};

const hasOneSource = ({ payoutId, stageId }: { payoutId?: number; stageId?: number }) =>
  (payoutId === undefined) !== (stageId === undefined);
const oneSource = { error: "Give either payoutId or stageId" };

export const draftCertificateInput = z.strictObject(draftFields).refine(hasOneSource, oneSource);

/** The form behind "Issue Certificate"; the source is a choice of a list, such as `payout-42`. */
export const issueCertificateForm = z.object({
  source: z.string().min(1, { error: "Please choose what the certificate is for" }),
  name: draftFields.name.unwrap(),
  traderName: draftFields.traderName.unwrap(),
});

export const draftWarningCodes = [
  "already-issued",
  "missing-glyphs",
  "no-name",
  "logo-left-out",
  "local-address",
] as const;

/** A certificate that has not been issued. */
export const certificateDraft = z.object({
  userId: id,
  kind,
  name: z.string().meta({ examples: ["Payout of $1,250.00"] }),
  traderName: z.string().meta({ examples: ["Olivia Bennett"] }),
  statement: z.string().meta({
    examples: ["has earned a payout of $1,250.00 from the profit of a trading account."],
  }),
  warnings: z.array(
    z.object({
      code: z.enum(draftWarningCodes),
      message: z.string().meta({
        examples: ["A certificate of this payout was issued on March 14, 2026."],
      }),
    }),
  ),
  image: z.string().meta({
    description: "The page as SVG, without a valid code",
    examples: ['<svg xmlns="http://www.w3.org/2000/svg">…</svg>'],
  }),
});
export type CertificateDraft = z.infer<typeof certificateDraft>;

/** A pass or a payout that a certificate can be made of. */
export const certificateSource = z.object({
  kind,
  stageId: id.nullable(),
  payoutId: id.nullable(),
  name: z
    .string()
    .meta({ description: "Of the certificate, by default", examples: ["Payout of $1,250.00"] }),
  earnedAt: timestamp.meta({ description: "When it was passed or approved" }),
  issued: z
    .number()
    .int()
    .meta({ description: "Certificates of it that have not been withdrawn", examples: [0] }),
});
export type CertificateSource = z.infer<typeof certificateSource>;

export const withdrawCertificateInput = z.strictObject({
  id: targetId,
  reason: requiredText("Please provide a reason"),
  isReasonPublic: z.boolean({ error: "isReasonPublic must be true or false" }).default(false),
});

export const verifyCertificateInput = z.strictObject({
  code: text("Code must be text").meta({
    description: "In any case, with or without dashes",
    examples: ["7K3M-Q9TX-2B4D"],
  }),
});

/** What the public learns of a certificate: what is printed on it, and whether it still counts. */
export const verifiedCertificate = z
  .object({
    code,
    status: z.enum(["valid", "withdrawn"]),
    kind,
    firmName: z.string().meta({ examples: ["Propdesk"] }),
    traderName: z.string().meta({ description: "As it is printed", examples: ["Olivia Bennett"] }),
    name: z.string().meta({ examples: ["Payout of $1,250.00"] }),
    statement: z.string().meta({
      examples: ["has earned a payout of $1,250.00 from the profit of a trading account."],
    }),
    phase: z
      .string()
      .nullable()
      .meta({ description: "Of a pass", examples: ["Phase 1"] }),
    amount: money.meta({ description: "Of the payout, or the initial balance of the stage" }),
    currency: z.string().meta({ examples: ["USD"] }),
    earnedAt: timestamp.meta({ description: "The day that is printed, at midnight UTC" }),
    issuedAt: timestamp.meta({ description: "The issue date at midnight UTC" }),
    sha256,
    withdrawnAt: timestamp.nullable(),
    withdrawnReason: z
      .string()
      .nullable()
      .meta({ description: "`null` if the firm does not publish it" }),
  })
  .meta({ id: "VerifiedCertificate" });
export type VerifiedCertificate = z.infer<typeof verifiedCertificate>;

const issueDateMessage = "Issue date must be a date such as 2026-03-14";

/** PostgreSQL has no year 0, although `Date` accepts it. */
function isCalendarDate(value: string): boolean {
  const time = Date.parse(value);
  if (Number.isNaN(time) || value.startsWith("0000")) return false;
  return new Date(time).toISOString().startsWith(value.slice(0, 10));
}

/** A date, or a timestamp of which only the date in UTC is used. Forms send an empty string for none. */
const issueDate = z
  .string({ error: issueDateMessage })
  .trim()
  .refine((value) => value === "" || /^\d{4}-\d{2}-\d{2}(T[\d:.]+Z)?$/.test(value), {
    error: issueDateMessage,
    abort: true,
  })
  .refine((value) => value === "" || isCalendarDate(value), { error: issueDateMessage })
  .transform((value) => (value === "" ? undefined : new Date(value.slice(0, 10))));

/** The text fields of the multipart upload. */
export const certificateFields = z.strictObject({
  name: requiredText("Certificate name is required"),
  userId: z
    .string({ error: "userId is required" })
    .regex(/^\d{1,10}$/, { error: "userId must be the id of a trader" })
    .transform(Number)
    .refine(isId, { error: "userId must be the id of a trader" }),
  issuedAt: issueDate.optional(),
});

/** The properties of a file that the upload form checks. */
interface ChosenFile {
  size: number;
  type: string;
}

function isFile(value: unknown): value is ChosenFile {
  return typeof value === "object" && value !== null && "size" in value && "type" in value;
}

/** The upload form; the server also checks the content of the file. */
export const certificateForm = z.object({
  name: certificateFields.shape.name,
  certificateFile: z
    .custom<ChosenFile>(isFile, { error: certificateMessages.missingFile, abort: true })
    .refine(({ size }) => size <= MAX_CERTIFICATE_BYTES, {
      error: certificateMessages.tooLarge,
      abort: true,
    })
    .refine(({ type }) => type === "application/pdf", { error: certificateMessages.notPdf }),
  issuedAt: z.string(),
});
