import { z } from "zod";
import { isId, isLongId, MAX_ID } from "./id.rule.ts";

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
