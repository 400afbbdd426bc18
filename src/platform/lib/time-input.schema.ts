import { z } from "zod";

/**
 * A time in a request: ISO 8601 with any offset. Typed callers may send a `Date`.
 */
export function timeInput(name: string) {
  const error = timeError(name);
  return z
    .union([z.iso.datetime({ offset: true, ...error }), z.date()], error)
    .meta({
      override: ({ jsonSchema }) => {
        delete jsonSchema.anyOf;
        Object.assign(jsonSchema, { type: "string", format: "date-time" });
      },
    })
    .transform((value) => new Date(value))
    .refine(isStorableTime, error);
}

export function timeError(name: string): { error: string } {
  return { error: `${name} must be a time such as 2026-03-14T09:26:53Z` };
}

/** Returns whether a time is within the years 1 to 9999 in UTC. PostgreSQL has no year 0. */
export function isStorableTime(time: Date): boolean {
  return !Number.isNaN(time.getTime()) && /^(?!0000)\d{4}-/.test(time.toISOString());
}
