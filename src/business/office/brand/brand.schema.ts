import { z } from "zod";
import { accentShades, accentWarnings } from "./accent.rule.ts";
import { email, optionalName, text } from "../../../platform/fields/text.schema.ts";
import { timestamp } from "../../../platform/fields/fields.schema.ts";

/** Logo types by the file extension of the storage key. SVG is excluded because it can carry scripts. */
export const logoTypes = { png: "image/png", jpg: "image/jpeg", webp: "image/webp" } as const;

export type LogoKind = keyof typeof logoTypes;

/**
 * Detects the type of an image from its content, regardless of its name and declared type.
 * @param start at least the first 12 bytes
 */
export function logoKindOf(start: Uint8Array): LogoKind | undefined {
  const header = Array.from(start.subarray(0, 12), (byte) => String.fromCharCode(byte)).join("");
  if (header.startsWith("\u0089PNG\r\n\u001a\n")) return "png";
  if (header.startsWith("\u00ff\u00d8\u00ff")) return "jpg";
  if (header.startsWith("RIFF") && header.slice(8) === "WEBP") return "webp";
  return undefined;
}

const orNone = (value: string) => (value === "" ? null : value);

/** A line of header; `null` and blank header restore the default. */
const line = optionalName(100);

const isWebAddress = (value: string) =>
  /^https?:\/\//i.test(value) && !/[\s<>"]/.test(value) && URL.canParse(value);

const url = text(undefined, 500)
  .refine((value) => value === "" || isWebAddress(value), {
    error: "Must be a full address, such as https://example.com/terms",
  })
  .transform(orNone)
  .nullable();

const supportAddress = text(undefined, 500)
  .refine((value) => value === "" || isWebAddress(value) || email().safeParse(value).success, {
    error: "Must be an email, or a full address such as https://example.com/help",
  })
  .transform(orNone)
  .nullable();

const accent = z
  .string({ error: "Must be a colour such as #2742d6" })
  .trim()
  .toLowerCase()
  .refine((value) => value === "" || /^#[0-9a-f]{6}$/.test(value), {
    error: "Must be a colour such as #2742d6",
  })
  .transform(orNone)
  .nullable();

/** Omitted fields keep their values. */
export const setBrandInput = z.strictObject({
  name: line.meta({ examples: ["Meridian Capital"] }),
  accent: accent.optional().meta({ examples: ["#0b7145"] }),
  senderName: line.meta({ examples: ["Meridian Support"] }),
  termsUrl: url.optional().meta({ examples: ["https://example.com/terms"] }),
  privacyUrl: url.optional().meta({ examples: ["https://example.com/privacy"] }),
  supportAddress: supportAddress.optional().meta({ examples: ["support@example.com"] }),
});

/** The brand form, in which every field is present. */
export const brandForm = setBrandInput.required();

const shades = z
  .object({ accent: z.string(), fill: z.string(), fillHover: z.string(), wash: z.string() })
  .meta({ id: "AccentShades" });

/** The settings that an owner has made; `null` stands for the default. */
export const brandSettings = z
  .object({
    name: z
      .string()
      .nullable()
      .meta({ examples: ["Meridian Capital"] }),
    defaultName: z
      .string()
      .meta({ description: "The default name: `FIRM_NAME`", examples: ["Propdesk"] }),
    logoUrl: z
      .string()
      .nullable()
      .meta({ examples: ["/api/brand/logo/0b9f3c5e-7a1d-4c2b-9e8f-1a2b3c4d5e6f.png"] }),
    accent: z
      .string()
      .nullable()
      .meta({ examples: ["#ffd400"] }),
    shades: z
      .object({ light: shades, dark: shades })
      .nullable()
      .meta({
        description: "The readable shades that the product derives from the accent",
        examples: [
          { light: accentShades("#ffd400", "light"), dark: accentShades("#ffd400", "dark") },
        ],
      }),
    warnings: z
      .array(
        z
          .object({
            theme: z.enum(["light", "dark"]),
            use: z.enum(["text", "buttons"]),
            ratio: z.number(),
            replacement: z.string(),
          })
          .meta({ id: "AccentWarning" }),
      )
      .meta({
        description:
          "The uses in which the contrast of the accent is below 4.5, with the replacement for each",
        examples: [accentWarnings("#ffd400")],
      }),
    senderName: z
      .string()
      .nullable()
      .meta({ examples: ["Meridian Support"] }),
    termsUrl: z
      .string()
      .nullable()
      .meta({ examples: ["https://example.com/terms"] }),
    privacyUrl: z
      .string()
      .nullable()
      .meta({ examples: ["https://example.com/privacy"] }),
    supportAddress: z
      .string()
      .nullable()
      .meta({ examples: ["support@example.com"] }),
    updatedAt: timestamp.nullable().meta({ description: "`null` until the brand is changed" }),
    updatedBy: z.string().nullable(),
  })
  .meta({ id: "BrandSettings" });
export type BrandSettings = z.infer<typeof brandSettings>;

export const MAX_LOGO_BYTES = 512 * 1024;

export const logoMessages = {
  missingFile: "Choose a file",
  tooLarge: "File size must be less than 512 kB",
  notAnImage: "Only PNG, JPEG and WebP images are accepted",
};

/** The properties of a file that the upload form checks; the server also checks its content. */
interface ChosenFile {
  size: number;
  type: string;
}

function isFile(value: unknown): value is ChosenFile {
  return typeof value === "object" && value !== null && "size" in value && "type" in value;
}

export const logoForm = z.object({
  logo: z
    .custom<ChosenFile>(isFile, { error: logoMessages.missingFile, abort: true })
    .refine(({ size }) => size <= MAX_LOGO_BYTES, { error: logoMessages.tooLarge, abort: true })
    .refine(({ type }) => ["image/png", "image/jpeg", "image/webp"].includes(type), {
      error: logoMessages.notAnImage,
    }),
});
