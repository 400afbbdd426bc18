import { type Kysely, sql } from "kysely";
import type { Context } from "../../platform/context.ts";
import { integer, text, timestamp } from "../../platform/database/columns.ts";
import { kyselyOf } from "../../platform/database/database.ts";
import type { Transaction } from "../../platform/database/orm.ts";
import type { Tables } from "../../platform/database/tables.ts";
import { generateToken } from "../../platform/vault/tokens.ts";
import type { Caller } from "../audit/record-event.ts";
import { byTrader, type OwnDataPart } from "../users/own-data-part.ts";
import { traceNetwork } from "./network.ts";
import type { TraceKind } from "./trace.rule.ts";

/** The days for which traces are kept after they were last seen, by the newest settings; 0 keeps none. */
const retentionDays = sql<number>`(select (settings ->> 'retentionDays')::int
  from link_settings_versions order by version desc limit 1)`;

/**
 * Records the browser and the network of a sign-in or registration, unless none are kept. The trader must be locked.
 * @returns what the browser is to keep in its cookie, if it has none
 */
export async function recordTraces(
  context: Pick<Context, "cipher" | "clock">,
  transaction: Transaction,
  traderId: number,
  { address, device }: Caller,
): Promise<string | undefined> {
  const kysely = kyselyOf(transaction);
  const { rows } = await sql<{ days: number }>`select ${retentionDays} as days`.execute(kysely);
  if (rows[0]!.days === 0) return undefined;
  const network = traceNetwork(address);
  if (network !== null) await recordTrace(context, kysely, traderId, ["network", network]);
  // Without a request, as in a test of the command alone, there is no browser.
  if (device === undefined) return undefined;
  const kept = device ?? generateToken();
  await recordTrace(context, kysely, traderId, ["device", kept]);
  return device === null ? kept : undefined;
}

async function recordTrace(
  { cipher, clock }: Pick<Context, "cipher" | "clock">,
  kysely: Kysely<Tables>,
  traderId: number,
  [kind, value]: readonly [TraceKind, string],
): Promise<void> {
  const [hash = "", ...former] = cipher.fingerprints(value, `trace ${kind}`);
  if (former.length > 0) await renewHashes(kysely, hash, former);
  const now = clock.now().toISOString();
  await kysely
    .insertInto("trader_traces")
    .values({ trader_id: traderId, kind, hash, first_at: now, last_at: now, sign_ins: 1 })
    .onConflict((conflict) =>
      conflict.columns(["trader_id", "kind", "hash"]).doUpdateSet({
        last_at: now,
        sign_ins: sql`trader_traces.sign_ins + 1`,
      }),
    )
    .execute();
}

/**
 * Replaces the hashes of all traders with former keys of the keyring by that with the present one. The values are not
 * kept, so they are only known when they are seen again.
 */
async function renewHashes(
  kysely: Kysely<Tables>,
  hash: string,
  former: readonly string[],
): Promise<void> {
  await sql`update trader_traces as trace set hash = ${hash}
    where hash = any(${former}) and not exists (select from trader_traces as present
      where present.trader_id = trace.trader_id and present.kind = trace.kind
        and present.hash = ${hash})`.execute(kysely);
}

/** Deletes the traces that were last seen before the days for which they are kept. */
export async function deleteOldTraces(
  { clock }: Pick<Context, "clock">,
  kysely: Kysely<Tables>,
): Promise<void> {
  await sql`delete from trader_traces
    where ${retentionDays} = 0 or last_at < ${clock.now().toISOString()}::timestamptz
      - make_interval(hours => 24 * ${retentionDays})`.execute(kysely);
}

export const tracesPart: OwnDataPart = {
  name: "traces",
  about:
    "When each browser and network was first and last used to sign in, and how often; they are stored as hashes only",
  table: "trader_traces",
  where: byTrader("trader_traces.trader_id"),
  key: ["trader_traces.kind", "trader_traces.hash"],
  columns: {
    kind: text("trader_traces.kind"),
    firstAt: timestamp("trader_traces.first_at"),
    lastAt: timestamp("trader_traces.last_at"),
    signIns: integer("trader_traces.sign_ins"),
  },
};
