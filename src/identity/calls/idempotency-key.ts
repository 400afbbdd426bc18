import { idempotencyKey } from "../../platform/idempotency/idempotency-key.schema.ts";
import { RefusalError } from "../../platform/lib/errors.ts";
import type { CallContext } from "./trpc.ts";

/** @throws RefusalError if the header is not a valid key */
export function readIdempotencyKey(call: CallContext): string | undefined {
  const { success, data, error } = idempotencyKey.safeParse(call.idempotencyKey);
  if (!success) throw new RefusalError("invalid", error.issues[0]!.message);
  return data;
}
