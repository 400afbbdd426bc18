import type { Kysely } from "kysely";
import type { Context } from "../../../platform/context.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { RefusalError } from "../../../platform/errors.ts";

declare module "../../../platform/errors.ts" {
  interface RefusalReasons {
    /** The request was made after a takeover of the account, and no administrator has released it. */
    held: true;
  }
}

/**
 * Holds the requests that a trader, or a thief in their place, has made at a moment or after it. The trader must be
 * locked. A request that was cancelled or paid stays so.
 * @returns the ids of the requests
 */
export async function holdPayoutsSince(
  { clock }: Pick<Context, "clock">,
  kysely: Kysely<Tables>,
  traderId: number,
  since: Date,
): Promise<number[]> {
  const held = await kysely
    .updateTable("payout_requests")
    .set({ held_at: clock.now().toISOString() })
    .where("user_id", "=", traderId)
    .where("created_at", ">=", since.toISOString())
    .where("status", "<>", "cancelled")
    .where("held_at", "is", null)
    .returning("id")
    .execute();
  return held.map(({ id }) => id).toSorted((one, other) => one - other);
}

/** The traders must be locked. @throws RefusalError if one of these requests is held */
export async function requireNoneHeld(
  kysely: Kysely<Tables>,
  payoutIds: readonly number[],
): Promise<void> {
  if (payoutIds.length === 0) return;
  const held = await kysely
    .selectFrom("payout_requests")
    .select("id")
    .where("id", "in", payoutIds)
    .where("held_at", "is not", null)
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  if (!held) return;
  const message = `Request #${held.id} was made after a takeover of the account, and is held until it is released`;
  throw new RefusalError("conflict", message, { reason: "held" });
}
