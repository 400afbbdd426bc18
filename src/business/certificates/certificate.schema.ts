import { z } from "zod";
import { id, isId, targetId } from "../../platform/lib/id.schema.ts";
import { requiredText } from "../../platform/lib/text.schema.ts";
import { timestamp } from "../../platform/lib/timestamp.schema.ts";

export const MAX_CERTIFICATE_BYTES = 5 * 1024 * 1024;

export const certificateMessages = {
  missingFile: "Certificate PDF is required",
  tooLarge: "File size must be less than 5MB",
  notPdf: "Only PDF files are accepted",
};

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
  })
  .meta({ id: "Certificate" });
export type Certificate = z.infer<typeof certificate>;

export const certificatesOfTraderInput = z.strictObject({ userId: targetId });

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
