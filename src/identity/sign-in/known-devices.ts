import type { Context } from "../../platform/context.ts";
import { kyselyOf } from "../../platform/database/database.ts";
import type { Em } from "../../platform/database/orm.ts";
import { hashToken } from "../../platform/lib/tokens.ts";
import type { Caller } from "../../platform/lib/caller.ts";
import { describeDevice, networkOf } from "../../platform/lib/device.ts";

/**
 * Records the device and network of a sign-in. The trader must be locked, so that only one of two concurrent sign-ins
 * finds a new device.
 * @returns whether the device is new; false for the trader's first device
 */
export async function recordDevice(
  { clock }: Context,
  em: Em,
  traderId: number,
  { address, userAgent }: Caller,
): Promise<boolean> {
  const kysely = kyselyOf(em);
  const now = clock.now().toISOString();
  const device = hashToken(`${describeDevice(userAgent)} ${networkOf(address)}`);
  const known = await kysely
    .selectFrom("known_devices")
    .select((count) => [
      count.fn.countAll<string>().as("all"),
      count.fn.countAll<string>().filterWhere("device_hash", "=", device).as("same"),
    ])
    .where("trader_id", "=", traderId)
    .executeTakeFirstOrThrow();
  await kysely
    .insertInto("known_devices")
    .values({ trader_id: traderId, device_hash: device, last_seen_at: now })
    .onConflict((conflict) =>
      conflict.columns(["trader_id", "device_hash"]).doUpdateSet({ last_seen_at: now }),
    )
    .execute();
  return known.all !== "0" && known.same === "0";
}
