import { z } from "zod";
import type { Permission } from "../../calls/guards.ts";
import { idempotencyKey } from "../../calls/idempotency-key.schema.ts";

/** The header of every write that requires an authenticated caller. */
export const keyParameter = { $ref: "#/components/parameters/IdempotencyKey" } as const;

export const takesKey = (permission: Permission, method: string) =>
  permission !== "anyone" && method.toUpperCase() !== "GET";

/** Describes the header that `keyParameter` refers to. */
export function describeKey() {
  const { description, examples, ...schema } = z.toJSONSchema(idempotencyKey.unwrap());
  return {
    name: "Idempotency-Key",
    in: "header" as const,
    description,
    schema: schema as { type: "string" },
    example: (examples as string[])[0],
  };
}
