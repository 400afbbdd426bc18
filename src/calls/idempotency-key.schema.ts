import { z } from "zod";

/** The `Idempotency-Key` header of a write. */
export const idempotencyKey = z
  .string()
  .regex(/^[\x21-\x7e]{1,255}$/, {
    error: "Idempotency-Key must be 1 to 255 visible characters",
  })
  .meta({
    description:
      "Chosen by the caller, such as a UUID. For a day, repeating a request with the same key and body returns the same response, with the header `Idempotent-Replayed: true`, and changes nothing again.",
    examples: ["0d5fe2a4-6c1e-4b7a-9b54-0f2f9a3f7c11"],
  })
  .optional();
