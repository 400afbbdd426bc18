import { RefusalError } from "../platform/lib/errors.ts";
import { idempotencyKey } from "../business/payouts/payout.schema.ts";
import type { CallContext } from "../identity/calls/trpc.ts";

/** @throws RefusalError where the header is there but no key */
export function readIdempotencyKey(call: CallContext): string | undefined {
  const { success, data, error } = idempotencyKey.safeParse(call.idempotencyKey);
  if (!success) throw new RefusalError("invalid", error.issues[0]!.message);
  return data;
}
