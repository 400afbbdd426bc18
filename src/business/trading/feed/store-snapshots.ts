import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../platform/database/tables.ts";
import { milliseconds } from "../records/read-records.queries.ts";
import type { AddedRecord, FedSnapshot, Placed, FeedReport } from "./read-items.ts";
import type { FeedSource } from "./store-bookings.ts";

type StoredSnapshot = FedSnapshot & { accountId: number };

const keyOf = (accountId: number, time: number) => `${accountId} ${time}`;

/** Stores snapshots at new times. A snapshot at a time that is already stored must have the same content. */
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
  const inserted = await insertNew(kysely, [...first.values()], source);
  const missing = [...first.values()].filter((each) => !inserted.has(keyOfPlaced(each)));
  const known = await readKnownSnapshots(kysely, missing);
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

/** @returns the keys of the inserted snapshots */
async function insertNew(
  kysely: Kysely<Tables>,
  placed: Placed<FedSnapshot>[],
  { tokenId, receivedAt }: FeedSource,
): Promise<Set<string>> {
  if (placed.length === 0) return new Set();
  const rows = placed.map(({ stage, item }) => ({
    account_id: stage.accountId,
    time: new Date(item.time).toISOString(),
    balance: item.balance,
    equity: item.equity,
  }));
  const { rows: inserted } = await sql<{ accountId: number; time: number }>`
    insert into snapshots (account_id, "time", balance, equity, token_id, received_at)
    select account_id, "time", balance, equity, ${tokenId}::int, ${receivedAt}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as sent (account_id int, "time" timestamptz, balance numeric, equity numeric)
    on conflict (account_id, "time") do nothing
    returning account_id as "accountId", ${milliseconds("time")} as "time"`.execute(kysely);
  return new Set(inserted.map(({ accountId, time }) => keyOf(accountId, time)));
}

async function readKnownSnapshots(
  kysely: Kysely<Tables>,
  placed: Placed<FedSnapshot>[],
): Promise<Map<string, StoredSnapshot>> {
  if (placed.length === 0) return new Map();
  const times = placed.map(({ stage, item }) => ({
    account_id: stage.accountId,
    time: new Date(item.time).toISOString(),
  }));
  const { rows } = await sql<StoredSnapshot>`
    select snapshots.account_id as "accountId", ${milliseconds("snapshots.time")} as "time",
      balance, equity
    from json_to_recordset(${JSON.stringify(times)}::json) as sent (account_id int, "time" timestamptz)
    join snapshots on snapshots.account_id = sent.account_id and snapshots.time = sent.time`.execute(
    kysely,
  );
  return new Map(rows.map((row) => [keyOf(row.accountId, row.time), row]));
}
