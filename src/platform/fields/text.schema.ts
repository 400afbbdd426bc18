import { z } from "zod";

/** Returns whether PostgreSQL can store a text: it rejects NUL, and UTF-8 cannot encode unpaired surrogates. */
function isStorable(value: string): boolean {
  return !value.includes("\0") && value.isWellFormed();
}

const unstorable = "Text must not contain NUL or broken characters";

/** The limit in characters. A list may return a thousand such values in one response. */
const MAX_TEXT = 2_000;
/** The limit for notes and reasons that administrators write, in characters. */
export const MAX_NOTES = 10_000;

/**
 * Text input: trimmed, storable, of limited length, and composed (NFC), so that equal texts have equal characters.
 * @param message the error for a value of another type
 */
export function text(message = "Must be text", longest = MAX_TEXT) {
  const tooMuch = `Text must not be longer than ${longest.toLocaleString("en-US")} characters`;
  return (
    z
      .string({ error: message })
      .refine(isStorable, { error: unstorable, abort: true })
      .trim()
      .refine((value) => countCharacters(value) <= longest, { error: tooMuch, abort: true })
      // After the length, because composing takes quadratic time for a long sequence of combining marks.
      .normalize("NFC")
      .meta({ maxLength: longest })
  );
}

/** Characters that end a line. */
const lineBreak = /[\n\v\f\r\u0085\u2028\u2029]/u;

/**
 * Characters that are not displayed, or that change the order of others: control and format characters, and fillers.
 * Variation selectors, which choose the shape of a character in Japanese names and emoji, are allowed. So are joiners
 * between letters, which Persian names need, after the signs of Indic scripts, and between emoji.
 */
const hidden = new RegExp(
  [
    String.raw`[\p{Cc}\p{Zl}\p{Zp}\u2800\ufff9-\ufffb]`,
    String.raw`(?![\u200c\u200d]|\p{Variation_Selector})\p{Default_Ignorable_Code_Point}`,
    String.raw`(?<![\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u200c\u200d]`,
    String.raw`(?<!\p{M})[\u200c\u200d](?![\p{L}\p{M}\p{Extended_Pictographic}])`,
  ].join("|"),
  "gu",
);

function describeHidden(value: unknown): string {
  const [character = ""] = String(value).match(hidden) ?? [];
  const codePoint = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0");
  return `Must not contain invisible characters such as U+${codePoint}`;
}

/**
 * The name of a person or a thing, on one line and without characters that could make it look like another name.
 * @param message the error for a name with fewer visible characters than `min`
 */
export function nameText(
  message?: string,
  { min = 1, longest = MAX_TEXT }: { min?: number; longest?: number } = {},
) {
  return text(message, longest)
    .refine((value) => value.replaceAll(hidden, "").trim().length >= min, { error: message })
    .refine((value) => !lineBreak.test(value), { error: "Must be a single line", abort: true })
    .refine((value) => value.search(hidden) === -1, { error: ({ input }) => describeHidden(input) })
    .meta({ ...(min > 0 && { minLength: min }), maxLength: longest });
}

/** Like `nameText`, but blank text and `null` both unset the value. */
export function optionalName(longest?: number) {
  return nameText(undefined, { min: 0, longest })
    .transform((value) => (value === "" ? null : value))
    .nullish();
}

/** Text that may not be blank. */
export function requiredText(message: string) {
  return text(message).min(1, { error: message });
}

/** Optional text; blank text and `null` both unset the value. */
export function optionalText(longest?: number) {
  return text(undefined, longest)
    .transform((value) => (value === "" ? null : value))
    .nullish();
}

/** Like `optionalText`, with the longer limit for notes and reasons. */
export function optionalNotes() {
  return optionalText(MAX_NOTES);
}

/** Text of a file, whose length the limit of the request's body bounds. */
export function fileText(message: string) {
  return z.string({ error: message }).refine(isStorable, { error: unstorable });
}

/** Converts blank text to `undefined`, for forms, which submit empty fields as blank text. */
export function blankAsUndefined<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((value: string) => (value.trim() === "" ? undefined : value), schema);
}

/** Counts code points instead of UTF-16 units, like JSON Schema. */
function countCharacters(value: string): number {
  return Array.from(value).length;
}

/**
 * A secret, or another text that is stored exactly as entered (never trimmed).
 * @param limits lengths in characters, each with its own message
 */
export function exactText(limits: {
  min: number;
  tooShort: string;
  max?: number;
  tooLong?: string;
}) {
  const { min, tooShort, max = Number.POSITIVE_INFINITY, tooLong = tooShort } = limits;
  return z
    .string({ error: tooShort })
    .refine(isStorable, { error: unstorable, abort: true })
    .refine((value) => countCharacters(value) >= min, { error: tooShort })
    .refine((value) => countCharacters(value) <= max, { error: tooLong })
    .meta({ minLength: min, ...(Number.isFinite(max) && { maxLength: max }) });
}

/** The local part in ASCII, as in zod's own pattern, and the ASCII form of the domain, whose top level may be `xn--…`. */
const emailPattern =
  /^(?:[a-z0-9_'+-]+\.)*[a-z0-9_'+-]*[a-z0-9_+-]@(?:[a-z0-9][a-z0-9-]*\.)+(?:[a-z]{2,}|xn--[a-z0-9-]*[a-z0-9])$/;

const MAX_EMAIL = 254;

/**
 * Converts the domain of an email to ASCII (`müller.de` to `xn--mller-kva.de`), so that both spellings are one account.
 * Returns texts without such a domain unchanged.
 */
export function withAsciiDomain(value: string): string {
  const [, local, domain] = /^([^@]*@)([^@]+)$/.exec(value.length > MAX_EMAIL ? "" : value) ?? [];
  // Characters other than these would have a meaning in a URL.
  const isPlain = /^[\p{L}\p{M}\p{N}\u200c-\u200d\u3002\uff0e\uff61.-]+$/u;
  if (domain === undefined || /^[\0-\x7f]+$/.test(domain) || !isPlain.test(domain)) return value;
  const url = `http://${domain}`;
  // Node and browsers convert alike.
  return URL.canParse(url) ? `${local}${new URL(url).hostname}` : value;
}

/** Converts an email to the form in which it is stored and compared. */
export function storedEmail(value: string): string {
  return withAsciiDomain(value.trim().toLowerCase());
}

/** An email address in the form in which it is stored, because addresses are compared case-insensitively. */
export function email(message = "Please enter a valid email") {
  return z
    .string({ error: message })
    .overwrite(storedEmail)
    .max(MAX_EMAIL, { error: message })
    .refine((value) => emailPattern.test(value), { error: message })
    .meta({
      format: "email",
      examples: ["olivia.bennett@example.com"],
      description: "An internationalised domain is stored and returned in its ASCII form",
    });
}
