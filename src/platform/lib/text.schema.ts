import { z } from "zod";

/** PostgreSQL refuses NUL in text, and UTF-8 has no encoding for half of a surrogate pair. */
function isStorable(value: string): boolean {
  return !value.includes("\0") && value.isWellFormed();
}

const unstorable = "Text must not contain NUL or broken characters";

/** In characters. Lists return up to a thousand such values in one response. */
const MAX_TEXT = 2_000;
/** Notes and reasons that administrators write. */
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

/** For forms, which submit omitted fields as blank text. */
export function blankAsUndefined<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((value: string) => (value.trim() === "" ? undefined : value), schema);
}

/** Counts code points, as JSON Schema does, not UTF-16 units. */
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

/** An email address, trimmed and in lower case: addresses compare without case. */
export function email(message = "Please enter a valid email") {
  return z
    .string({ error: message })
    .trim()
    .toLowerCase()
    .max(254, { error: message })
    .regex(z.regexes.email, { error: message })
    .meta({ format: "email", examples: ["olivia.bennett@example.com"] });
}
