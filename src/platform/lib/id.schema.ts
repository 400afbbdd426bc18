import { z } from "zod";

/** The largest id that a PostgreSQL `int` column holds. */
export const MAX_ID = 2_147_483_647;

export function isId(value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= MAX_ID;
}

const shape = { type: "integer" as const, minimum: 1, maximum: MAX_ID, examples: [7 as unknown] };

/** An id in an answer. */
export const id = z.number().meta(shape);

/**
 * An id that names the thing a call is about (`{id}` in the path). One that no row can have is not
 * a mistake in the form but a thing that does not exist: `api/errors.ts` answers it 404.
 */
export const targetId = z
  .number()
  .refine(isId, { error: "Not found", params: { notFound: true } })
  .meta(shape);
