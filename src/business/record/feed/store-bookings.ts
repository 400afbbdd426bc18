import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Tables } from "../../../platform/database/tables.ts";
import { insertRecords } from "../records/insert-records.queries.ts";
import { hasSameContent } from "../records/sources.rule.ts";
import { milliseconds } from "../records/read-records.queries.ts";
import { foundRecord, type ShownTickets } from "./findings/shown-tickets.ts";
import type { FindingRecord } from "./findings/finding.schema.ts";
import type { AddedRecord, FedDeal, FedOperation, Placed, FeedReport } from "./read-items.ts";

export interface FeedSource {
  tokenId: number;
  /** ISO 8601 in UTC. */
  receivedAt: string;
}

/** A ticket that a stage already contains. `stands`: the row counts. `isFed`: the feed is one of its sources. */
interface KnownRecord {
  accountId: number;
  stageId: number;
  ticket: string;
  stands: boolean;
  isFed: boolean;
}

type Table = "deals" | "operations";

interface Kind<Item> {
  table: Table;
  noun: string;
  /** The records that have tickets of the same sequence on the platform. */
  other: { table: Table; noun: string };
  columns: RawBuilder<unknown>;
  isSame: (item: Item, known: Item) => boolean;
  toFound: (item: Item) => FindingRecord;
}

/** SQL of the content of a record, as the feed has parsed it. */
export const fedColumns = {
  deals: sql`"position", ${milliseconds("time")} as "time", entry, symbol, side,
    volume::text as volume, price::text as price, profit, commission, swap, fee`,
  operations: sql`${milliseconds("time")} as "time", kind, amount`,
};

const deals: Kind<FedDeal> = {
  table: "deals",
  noun: "deal",
  other: { table: "operations", noun: "an operation" },
  columns: fedColumns.deals,
  isSame: (item, known) => hasSameContent("deals", item, known),
  toFound: (item) => foundRecord({ item: "deals", ...item }),
};

const operations: Kind<FedOperation> = {
  table: "operations",
  noun: "operation",
  other: { table: "deals", noun: "a deal" },
  columns: fedColumns.operations,
  isSame: (item, known) => hasSameContent("operations", item, known),
  toFound: (item) => foundRecord({ item: "operations", ...item }),
};

/** Receives what becomes of each item, and what is shown of records that were known before. */
interface Outcome {
  report: FeedReport;
  shown: ShownTickets;
}

export async function storeDeals(
  kysely: Kysely<Tables>,
  placed: Placed<FedDeal>[],
  source: FeedSource,
  outcome: Outcome,
): Promise<AddedRecord[]> {
  const stored = await store(kysely, deals, placed, source, outcome);
  return stored.map(({ added, item }) => ({ ...added, position: item.position }));
}

export async function storeOperations(
  kysely: Kysely<Tables>,
  placed: Placed<FedOperation>[],
  source: FeedSource,
  outcome: Outcome,
): Promise<AddedRecord[]> {
  const stored = await store(kysely, operations, placed, source, outcome);
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
  { report, shown }: Outcome,
): Promise<{ added: AddedRecord; item: Item }[]> {
  const { table } = kind;
  const known = await readKnownRecords(kysely, kind, placed);
  const taken = await readTickets(kysely, kind.other.table, placed);
  const rows: object[] = [];
  const stored: { added: AddedRecord; item: Item }[] = [];
  for (const { login, index, stage, item } of placed) {
    const key = keyOf(stage.accountId, item.ticket);
    if (taken.has(key)) {
      const message = `Ticket ${item.ticket} has already been recorded as ${kind.other.noun}`;
      report.reject(login, table, index, message);
      continue;
    }
    const ofTicket = known.get(key) ?? [];
    const existing = ofTicket.find(({ stageId }) => stageId === stage.id);
    const other = findContradiction(kind, item, ofTicket, existing);
    const about = { accountId: stage.accountId, item: table, ticket: item.ticket };
    if (other) {
      const message = `Ticket ${item.ticket} has already been recorded with different content`;
      report.reject(login, table, index, message);
      if (!other.isFed) continue;
      shown.different.push({
        ...about,
        login,
        stageId: other.stageId,
        recorded: kind.toFound(other),
        platform: kind.toFound(item),
      });
      continue;
    }
    if (ofTicket.some(({ isFed }) => isFed)) shown.same.push(about);
    if (existing) report.duplicates[table] += 1;
    else report.accepted[table] += 1;
    if (existing?.isFed) continue;
    const { accountId, id: stageId } = stage;
    const others = ofTicket.filter((record) => record !== existing);
    known.set(key, [...others, { ...item, accountId, stageId, stands: true, isFed: true }]);
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
  await insertRecords(kysely, table, rows);
  return stored;
}

/**
 * Finds the record that an item contradicts. Tickets are unique within an account, so it may be of another stage.
 * @param existing the record of the item's stage
 */
function findContradiction<Item extends Booking>(
  { isSame }: Kind<Item>,
  item: Item,
  ofTicket: (KnownRecord & Item)[],
  existing: (KnownRecord & Item) | undefined,
): (KnownRecord & Item) | undefined {
  const compared = existing ? [existing] : ofTicket.filter(({ stands }) => stands);
  return compared.find((other) => !isSame(item, other));
}

const keyOf = (accountId: number, ticket: string) => `${accountId} ${ticket}`;

/**
 * Reads what the stages of the accounts contain under these tickets, preferring the rows that count, and whether the
 * feed is one of the sources.
 * @returns one record per stage, by account and ticket
 */
async function readKnownRecords<Item extends Booking>(
  kysely: Kysely<Tables>,
  { table, columns }: Kind<Item>,
  placed: Placed<Item>[],
): Promise<Map<string, (KnownRecord & Item)[]>> {
  if (placed.length === 0) return new Map();
  const tickets = ticketsOf(placed);
  const { rows } = await sql<KnownRecord & Item>`
    select distinct on (record.id) record.account_id as "accountId", record.stage_id as "stageId",
      record.ticket, stands, token_id is not null as "isFed", ${columns}
    from json_to_recordset(${JSON.stringify(tickets)}::json) as sent (account_id int, ticket text)
    join ${sql.table(table)} record on record.account_id = sent.account_id
      and record.ticket = sent.ticket and record.stage_id is not null
    where record.account_id = any(${[...new Set(tickets.map(({ account_id }) => account_id))]})
    order by record.id`.execute(kysely);
  const byTicket = Map.groupBy(rows, ({ accountId, ticket }) => keyOf(accountId, ticket));
  return new Map([...byTicket].map(([key, ofTicket]) => [key, mergeSources(ofTicket)]));
}

function ticketsOf(placed: Placed<Booking>[]) {
  return placed.map(({ stage, item }) => ({ account_id: stage.accountId, ticket: item.ticket }));
}

/** Reads which of these tickets the accounts have in a table. @returns keys of account and ticket */
async function readTickets(
  kysely: Kysely<Tables>,
  table: Table,
  placed: Placed<Booking>[],
): Promise<Set<string>> {
  if (placed.length === 0) return new Set();
  const tickets = ticketsOf(placed);
  const { rows } = await sql<{ accountId: number; ticket: string }>`
    select record.account_id as "accountId", record.ticket
    from json_to_recordset(${JSON.stringify(tickets)}::json) as sent (account_id int, ticket text)
    join ${sql.table(table)} record on record.account_id = sent.account_id
      and record.ticket = sent.ticket and record.stage_id is not null
    where record.account_id = any(${[...new Set(tickets.map(({ account_id }) => account_id))]})`.execute(
    kysely,
  );
  return new Set(rows.map(({ accountId, ticket }) => keyOf(accountId, ticket)));
}

/** Merges the rows of a ticket by stage. */
function mergeSources<Row extends KnownRecord>(rows: Row[]): Row[] {
  const byStage = Map.groupBy(rows, ({ stageId }) => stageId);
  return [...byStage.values()].map((ofStage) => ({
    ...(ofStage.find(({ stands }) => stands) ?? ofStage[0]!),
    isFed: ofStage.some(({ isFed }) => isFed),
  }));
}
