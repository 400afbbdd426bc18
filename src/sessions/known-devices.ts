import type { Context } from "../context.ts";
import { queriesOf } from "../database/database.ts";
import type { Em } from "../database/orm.ts";
import { hashToken } from "../lib/tokens.ts";
import type { Caller } from "./actor.ts";
import { describeDevice, networkOf } from "./device.ts";

/**
 * Remembers what a trader signs in with, and from where. The trader's row is locked, so that two
 * sign-ins at the same moment do not both find something new.
 * @returns whether it is another than all before; the first of all is not
 */
export async function isNewDevice(
  { clock }: Context,
  em: Em,
  traderId: number,
  { address, userAgent }: Caller,
): Promise<boolean> {
  const kysely = queriesOf(em);
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
