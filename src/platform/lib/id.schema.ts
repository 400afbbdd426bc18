import { z } from "zod";
import { isId, MAX_ID } from "./id.rule.ts";

const shape = { type: "integer" as const, minimum: 1, maximum: MAX_ID, examples: [7 as unknown] };

/** An id in a response. */
export const id = z.number().meta(shape);

/** The id of the record that a call is about (`{id}` in the path). An invalid id returns 404, not 400. */
export const targetId = z
  .number()
  .refine(isId, { error: "Not found", params: { notFound: true } })
  .meta(shape);
