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
 * Text input: trimmed, storable, and of limited length.
 * @param message the error for a value of another type
 */
export function text(message = "Must be text", longest = MAX_TEXT) {
  const tooMuch = `Text must not be longer than ${longest.toLocaleString("en-US")} characters`;
  return z
    .string({ error: message })
    .refine(isStorable, { error: unstorable, abort: true })
    .trim()
    .refine((value) => countCharacters(value) <= longest, { error: tooMuch, abort: true })
    .meta({ maxLength: longest });
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

/** Converts blank text to `undefined`, for forms, which submit empty fields as blank text. */
export function blankAsUndefined<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((value: string) => (value.trim() === "" ? undefined : value), schema);
}

/** Counts code points instead of UTF-16 units, like JSON Schema. */
function countCharacters(value: string): number {
  return Array.from(value).length;
}

/**
 * A secret, stored exactly as entered (never trimmed).
 * @param limits lengths in characters, each with its own message
 */
export function secretText(limits: {
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

/** An email address, trimmed and in lower case, because addresses are compared case-insensitively. */
export function email(message = "Please enter a valid email") {
  return z
    .string({ error: message })
    .trim()
    .toLowerCase()
    .max(254, { error: message })
    .regex(z.regexes.email, { error: message })
    .meta({ format: "email", examples: ["olivia.bennett@example.com"] });
}
