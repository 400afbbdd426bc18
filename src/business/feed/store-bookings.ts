import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Tables } from "../../platform/database/tables.ts";
import { hasSameContent } from "../records/sources.rule.ts";
import { milliseconds } from "../records/read-records.queries.ts";
import type { FeedReport } from "./feed-report.ts";
import type { Added, FedDeal, FedOperation, Placed } from "./read-items.ts";

export interface FeedSource {
  tokenId: number;
  /** ISO 8601 in UTC. */
  receivedAt: string;
}

/** A ticket that is already stored. `stands`: the row counts. `isFed`: the feed is one of its sources. */
interface Known {
  stageId: number;
  ticket: string;
  stands: boolean;
  isFed: boolean;
}

type Table = "deals" | "operations";

interface Kind<Item> {
  table: Table;
  noun: string;
  columns: RawBuilder<unknown>;
  isSame: (item: Item, known: Known & Item) => boolean;
}

const deals: Kind<FedDeal> = {
  table: "deals",
  noun: "deal",
  columns: sql`"position", ${milliseconds("time")} as "time", entry, symbol, side,
    volume::text as volume, price::text as price, profit, commission, swap, fee`,
  isSame: hasSameContent,
};

const operations: Kind<FedOperation> = {
  table: "operations",
  noun: "operation",
  columns: sql`${milliseconds("time")} as "time", kind, amount`,
  isSame: (item, known) =>
    item.time === known.time && item.kind === known.kind && item.amount === known.amount,
};

export async function storeDeals(
  kysely: Kysely<Tables>,
  placed: Placed<FedDeal>[],
  source: FeedSource,
  report: FeedReport,
): Promise<Added[]> {
  const stored = await store(kysely, deals, placed, source, report);
  return stored.map(({ added, item }) => ({ ...added, position: item.position }));
}

export async function storeOperations(
  kysely: Kysely<Tables>,
  placed: Placed<FedOperation>[],
  source: FeedSource,
  report: FeedReport,
): Promise<Added[]> {
  const stored = await store(kysely, operations, placed, source, report);
  return stored.map(({ added }) => added);
}

interface Booking {
  ticket: string;
  time: number;
}

/** Stores items with new tickets, and adds the feed as a source of tickets that another source has already reported. */
async function store<Item extends Booking>(
  kysely: Kysely<Tables>,
  kind: Kind<Item>,
  placed: Placed<Item>[],
  source: FeedSource,
  report: FeedReport,
): Promise<{ added: Added; item: Item }[]> {
  const { table } = kind;
  const known = await readKnown(kysely, kind, placed);
  const rows: object[] = [];
  const stored: { added: Added; item: Item }[] = [];
  for (const { login, index, stage, item } of placed) {
    const key = keyOf(stage.id, item.ticket);
    const existing = known.get(key);
    if (existing && !kind.isSame(item, existing)) {
      report.reject(
        login,
        table,
        index,
        `Ticket ${item.ticket} has already been recorded with different content`,
      );
      continue;
    }
    if (existing) report.duplicates[table] += 1;
    else report.accepted[table] += 1;
    if (existing?.isFed) continue;
    known.set(key, { ...item, stageId: stage.id, stands: true, isFed: true });
    rows.push({
      ...item,
      time: new Date(item.time).toISOString(),
      account_id: stage.accountId,
      stage_id: stage.id,
      stands: !existing,
      token_id: source.tokenId,
      received_at: source.receivedAt,
    });
    const name = `${kind.noun} ${item.ticket}`;
    stored.push({ added: { stage, name, time: existing ? null : item.time }, item });
  }
  await insert(kysely, table, rows);
  return stored;
}

const keyOf = (stageId: number, ticket: string) => `${stageId} ${ticket}`;

/**
 * Reads what is stored for these tickets, preferring the rows that count, and whether the feed is one of the
 * sources.
 */
async function readKnown<Item extends Booking>(
  kysely: Kysely<Tables>,
  { table, columns }: Kind<Item>,
  placed: Placed<Item>[],
): Promise<Map<string, Known & Item>> {
  const known = new Map<string, Known & Item>();
  if (placed.length === 0) return known;
  const tickets = placed.map(({ stage, item }) => ({
    account_id: stage.accountId,
    stage_id: stage.id,
    ticket: item.ticket,
  }));
  const { rows } = await sql<Known & Item>`
    select distinct on (record.id) record.stage_id as "stageId", record.ticket, stands,
      token_id is not null as "isFed", ${columns}
    from json_to_recordset(${JSON.stringify(tickets)}::json)
      as sent (account_id int, stage_id int, ticket text)
    join ${sql.table(table)} record on record.account_id = sent.account_id
      and record.ticket = sent.ticket and record.stage_id = sent.stage_id
    order by record.id`.execute(kysely);
  for (const row of rows) {
    const key = keyOf(row.stageId, row.ticket);
    const other = known.get(key);
    const isFed = row.isFed || (other?.isFed ?? false);
    if (row.stands || !other) known.set(key, { ...row, isFed });
    else other.isFed = isFed;
  }
  return known;
}

const inserts = {
  deals: sql`insert into deals (account_id, stage_id, stands, token_id, received_at, ticket, "position",
      "time", entry, symbol, side, volume, price, profit, commission, swap, fee)
    select account_id, stage_id, stands, token_id, received_at, ticket, "position",
      "time", entry, symbol, side, volume, price, profit, commission, swap, fee`,
  operations: sql`insert into operations (account_id, stage_id, stands, token_id, received_at, ticket,
      "time", kind, amount)
    select account_id, stage_id, stands, token_id, received_at, ticket, "time", kind, amount`,
};

async function insert(kysely: Kysely<Tables>, table: Table, rows: object[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`${inserts[table]}
    from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)`.execute(
    kysely,
  );
}
