import { z } from "zod";
import { isStorableTime, timeError } from "../fields/fields.schema.ts";

/**
 * Returns a filter for one value, or several separated by commas, as in `?status=active,breached`.
 * @param aliases alternative spellings of values
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

/** Returns a filter for a flag, as in `?banned=true`. */
export function flagFilter(name: string) {
  const error = `${name} must be true or false`;
  return z
    .string({ error })
    .pipe(z.enum(["true", "false"], { error }))
    .optional()
    .meta({ pattern: "^(true|false)$", examples: ["true"] });
}

/** Returns a filter for a time with any offset. It stays text, so that the link to the next page can repeat it. */
export function timeFilter(name: string) {
  const error = timeError(name);
  return z.iso
    .datetime({ offset: true, abort: true, ...error })
    .refine((value) => isStorableTime(new Date(value)), error)
    .optional();
}
