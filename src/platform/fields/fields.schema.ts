import { z } from "zod";
import { isId, isLongId, MAX_ID } from "./id.rule.ts";

/** How an id is described in the OpenAPI document. */
const shape = { type: "integer" as const, minimum: 1, maximum: MAX_ID, examples: [7 as unknown] };

/** An id in a response. */
export const id = z.number().meta(shape);

/** The id of the record that a call is about (`{id}` in the path). An invalid id returns 404, not 400. */
export const targetId = z
  .number()
  .refine(isId, { error: "Not found", params: { notFound: true } })
  .meta(shape);

const longShape = { ...shape, maximum: Number.MAX_SAFE_INTEGER };

/** The id of one of so many records that 32 bits may not suffice, in a response. */
export const longId = z.number().meta(longShape);

/** The same as `targetId` for such a record. */
export const targetLongId = z
  .number()
  .refine(isLongId, { error: "Not found", params: { notFound: true } })
  .meta(longShape);

/** An id other than that of the record that a call is about: an invalid one returns 400, with this message. */
export function idInput(message: string) {
  const error = { error: message };
  return z
    .int(error)
    .min(1, error)
    .max(MAX_ID, error)
    .meta({ examples: [7] });
}

/** An id that a list is filtered by. */
export const idFilter = (name: string) => idInput(`${name} must be an id`).optional();

/** The response of calls that only confirm success. */
export const message = z.object({ message: z.string() });

/** A point in time: `Date` in typed calls, ISO 8601 in UTC with milliseconds over REST. */
export const timestamp = z.date().meta({
  override: { type: "string", format: "date-time" },
  examples: ["2026-03-14T09:26:53.589Z"],
});

/**
 * A time in a request: ISO 8601 with any offset. Typed callers may send a `Date`. An invalid one aborts, because rules
 * about several fields would otherwise find text instead of a `Date`.
 */
export function timeInput(name: string) {
  const error = timeError(name);
  return z
    .union([z.iso.datetime({ offset: true, abort: true, ...error }), z.date()], error)
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

/** A boolean of a query, which is text over REST. */
export const queryFlag = (error: string) =>
  z
    .union([z.boolean(), z.enum(["true", "false"])], { error })
    .transform((value) => value === true || value === "true")
    .meta({
      override: ({ jsonSchema }) => {
        delete jsonSchema.anyOf;
        Object.assign(jsonSchema, { type: "boolean" });
      },
      examples: [true],
    });

/** Returns whether a time is within the years 1 to 9999 in UTC. PostgreSQL has no year 0. */
export function isStorableTime(time: Date): boolean {
  return !Number.isNaN(time.getTime()) && /^(?!0000)\d{4}-/.test(time.toISOString());
}
