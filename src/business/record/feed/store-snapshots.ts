import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Tables } from "../../../platform/database/tables.ts";
import { DAY } from "../../../platform/time/durations.rule.ts";
import { withBatchPlans } from "../records/batch-plans.ts";
import { insertRecords } from "../records/insert-records.queries.ts";
import { milliseconds } from "../records/read-records.queries.ts";
import { unpack, unpackDays, unpacked, utcDayOf } from "../records/snapshots.queries.ts";
import type { AddedRecord, FedSnapshot, Placed, FeedReport } from "./read-items.ts";
import type { FeedSource } from "./store-bookings.ts";

type StoredSnapshot = FedSnapshot & { accountId: number };

const keyOf = (accountId: number, time: number) => `${accountId} ${time}`;

/**
 * Stores snapshots at new times. A snapshot at a time that is already stored must have the same content. Packed days are
 * unpacked only if they get a new snapshot.
 * @param kysely a transaction that has locked the accounts
 */
export async function storeSnapshots(
  kysely: Kysely<Tables>,
  placed: Placed<FedSnapshot>[],
  source: FeedSource,
  report: FeedReport,
): Promise<AddedRecord[]> {
  const first = new Map<string, Placed<FedSnapshot>>();
  for (const each of placed) {
    const key = keyOf(each.stage.accountId, each.item.time);
    if (!first.has(key)) first.set(key, each);
  }
  const packed = await findPacked(kysely, [...first.values()], source);
  const others = [...first.values()].filter((each) => !packed.has(keyOfPlaced(each)));
  const inserted = await insertNew(kysely, others, source);
  const missing = others.filter((each) => !inserted.has(keyOfPlaced(each)));
  const known = new Map([...packed, ...(await readKnownSnapshots(kysely, missing))]);
  const added: AddedRecord[] = [];
  for (const each of placed) {
    const { login, index, stage, item } = each;
    const key = keyOfPlaced(each);
    if (inserted.has(key) && first.get(key) === each) {
      report.accepted.snapshots += 1;
      added.push({ stage, name: "snapshot", time: item.time });
      continue;
    }
    const existing = known.get(key) ?? first.get(key)!.item;
    if (existing.balance === item.balance && existing.equity === item.equity) {
      report.duplicates.snapshots += 1;
    } else {
      const at = new Date(item.time).toISOString();
      report.reject(
        login,
        "snapshots",
        index,
        `A snapshot at ${at} has already been recorded with different content`,
      );
    }
  }
  return added;
}

const keyOfPlaced = ({ stage, item }: Placed<FedSnapshot>) => keyOf(stage.accountId, item.time);

/**
 * Finds the snapshots whose times are already stored in packed days, and unpacks the days that lack others.
 * @returns the stored ones, by their keys
 */
async function findPacked(
  kysely: Kysely<Tables>,
  placed: Placed<FedSnapshot>[],
  { receivedAt }: FeedSource,
): Promise<Map<string, StoredSnapshot>> {
  // No day is packed earlier than a day after its end. The clocks of instances may differ a little.
  const past = placed.filter(({ item }) => item.time < Date.parse(receivedAt) - DAY / 2);
  const days = await findPackedDays(kysely, past);
  const inPackedDays = past.filter((each) => days.has(dayKeyOf(each)));
  const known = await readKnownSnapshots(kysely, inPackedDays, { packed: true });
  const missing = inPackedDays.filter((each) => !known.has(keyOfPlaced(each)));
  for (const [accountId, ofAccount] of Map.groupBy(missing, ({ stage }) => stage.accountId)) {
    const incomplete = new Set(ofAccount.map(({ item }) => utcDayOf(item.time)));
    await unpackDays(kysely, accountId, [...incomplete]);
  }
  return known;
}

const dayKeyOf = ({ stage, item }: Placed<FedSnapshot>) =>
  `${stage.accountId} ${utcDayOf(item.time)}`;

/** @returns the keys of the packed days among those of the snapshots */
async function findPackedDays(
  kysely: Kysely<Tables>,
  placed: Placed<FedSnapshot>[],
): Promise<Set<string>> {
  if (placed.length === 0) return new Set();
  const { rows } = await sql<{ accountId: number; day: string }>`
    select account_id as "accountId", day::text as day from snapshot_days
    where account_id = any(${accountsOf(placed)}) and (account_id, day) in (
      select account_id, day from ${sentTimes(placed)})`.execute(kysely);
  return new Set(rows.map(({ accountId, day }) => `${accountId} ${day}`));
}

const accountsOf = (placed: Placed<FedSnapshot>[]) => [
  ...new Set(placed.map(({ stage }) => stage.accountId)),
];

/** Returns a relation with the times of snapshots: `sent (account_id, day, time)`. */
function sentTimes(placed: Placed<FedSnapshot>[]): RawBuilder<unknown> {
  const times = placed.map(({ stage, item }) => ({
    account_id: stage.accountId,
    day: utcDayOf(item.time),
    time: new Date(item.time).toISOString(),
  }));
  return sql`json_to_recordset(${JSON.stringify(times)}::json)
    as sent (account_id int, day date, "time" timestamptz)`;
}

/** @returns the keys of the inserted snapshots */
async function insertNew(
  kysely: Kysely<Tables>,
  placed: Placed<FedSnapshot>[],
  { tokenId, receivedAt }: FeedSource,
): Promise<Set<string>> {
  const rows = placed.map(({ stage, item }) => ({
    account_id: stage.accountId,
    time: new Date(item.time).toISOString(),
    balance: item.balance,
    equity: item.equity,
    token_id: tokenId,
    received_at: receivedAt,
  }));
  const inserted = await insertRecords(
    kysely,
    "snapshots",
    rows,
    sql<{ accountId: number; time: string }>`on conflict (account_id, "time") do nothing
      returning account_id as "accountId", "time"`,
  );
  return new Set(inserted.map(({ accountId, time }) => keyOf(accountId, Date.parse(time))));
}

/** Reads the stored snapshots at the times of the given ones, from the packed days or from the others. */
async function readKnownSnapshots(
  kysely: Kysely<Tables>,
  placed: Placed<FedSnapshot>[],
  { packed = false } = {},
): Promise<Map<string, StoredSnapshot>> {
  if (placed.length === 0) return new Map();
  const stored = packed
    ? sql`(select account_id, ${unpacked.time} as "time", ${unpacked.balance} as balance, ${unpacked.equity} as equity
        from snapshot_days ${unpack} where account_id = any(${accountsOf(placed)})
          and (account_id, day) in (select account_id, day from ${sentTimes(placed)}))`
    : sql`snapshots`;
  const read = () =>
    sql<StoredSnapshot>`
    select stored.account_id as "accountId", ${milliseconds(`stored."time"`)} as "time",
      stored.balance, stored.equity
    from ${sentTimes(placed)}
    join ${stored} as stored on stored.account_id = sent.account_id and stored."time" = sent."time"
      where stored.account_id = any(${accountsOf(placed)})`.execute(kysely);
  // Otherwise PostgreSQL might unpack the days once for each time.
  const { rows } = packed ? await withBatchPlans(kysely, read) : await read();
  return new Map(rows.map((row) => [keyOf(row.accountId, row.time), row]));
}
