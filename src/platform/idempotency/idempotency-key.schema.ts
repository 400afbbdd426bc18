import { z } from "zod";

/** The `Idempotency-Key` header of a write. */
export const idempotencyKey = z
  .string()
  .regex(/^[\x21-\x7e]{1,255}$/, {
    error: "Idempotency-Key must be 1 to 255 visible characters",
  })
  .optional()
  .meta({
    description:
      "Repeating a request with the same key and body returns the same response and creates nothing new",
    examples: ["0d5fe2a4-6c1e-4b7a-9b54-0f2f9a3f7c11"],
  });
