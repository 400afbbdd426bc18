import { z } from "zod";
import { isStorableTime, timeError } from "../lib/time-input.schema.ts";

/**
 * One value, or several separated by commas, as in `?status=active,breached`.
 * @param aliases other spellings of values
 */
export function setFilter<const Value extends string>(
  values: readonly Value[],
  message: string,
  aliases: Readonly<Record<string, Value>> = {},
) {
  const one = `(${[...values, ...Object.keys(aliases)].join("|")})`;
  return z
    .string({ error: message })
    .transform((text, context): Value[] => {
      const parts = text.split(",").map((part) => aliases[part] ?? part);
      const found = values.filter((value) => parts.includes(value));
      if (parts.every((part) => values.some((value) => value === part))) return found;
      context.issues.push({ code: "custom", message, input: text });
      return z.NEVER;
    })
    .optional()
    .meta({ pattern: `^${one}(,${one})*$`, examples: [values[0]!] });
}

/** A time with any offset, as text, so that it can be repeated in the link to the next page. */
export function timeFilter(name: string) {
  const error = timeError(name);
  return z.iso
    .datetime({ offset: true, abort: true, ...error })
    .refine((value) => isStorableTime(new Date(value)), error)
    .optional();
}
