import { z } from "zod";

/**
 * A time in a request: ISO 8601 with any offset, within the years 1 to 9999 in UTC, because PostgreSQL has
 * no year 0. Typed callers may send a `Date`.
 */
export function timeInput(name: string) {
  const error = { error: `${name} must be a time such as 2026-03-14T09:26:53Z` };
  return z
    .union([z.iso.datetime({ offset: true, ...error }), z.date()], error)
    .meta({
      override: ({ jsonSchema }) => {
        delete jsonSchema.anyOf;
        Object.assign(jsonSchema, { type: "string", format: "date-time" });
      },
    })
    .transform((value) => new Date(value))
    .refine((value) => /^(?!0000)\d{4}-/.test(isoText(value)), error);
}

function isoText(value: Date): string {
  return Number.isNaN(value.getTime()) ? "" : value.toISOString();
}
