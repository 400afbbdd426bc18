import { sql } from "kysely";
import {
  computedBoolean,
  computedJson,
  decimal,
  integer,
  storedDecimal,
  text,
  timestamp,
} from "../../../platform/database/columns.ts";
import { byAccount, type OwnDataPart } from "../../../identity/users/own-data-part.ts";
import { snapshotsOf } from "./snapshots.queries.ts";

/** Where a deal or operation came from. */
const sourceOf = (table: "deals" | "operations") => ({
  source: computedJson<string>(
    `to_json(case when ${table}.statement_id is not null then 'statement'
      when ${table}.token_id is not null then 'feed' else 'correction' end)`,
  ),
  statementId: integer(`${table}.statement_id`),
  row: integer(`${table}.row`),
  receivedAt: timestamp(`${table}.received_at`),
});

export const dealsPart: OwnDataPart = {
  name: "records/deals",
  about: "Deals; those that do not count are repetitions of a ticket, or outside of every stage",
  table: "deals",
  where: byAccount("deals.account_id"),
  key: ["deals.id"],
  columns: {
    stageId: integer("deals.stage_id"),
    counts: computedBoolean("deals.stands and deals.stage_id is not null"),
    ticket: text("deals.ticket"),
    time: timestamp("deals.time"),
    position: text("deals.position"),
    entry: text("deals.entry"),
    symbol: text("deals.symbol"),
    side: text("deals.side"),
    volume: storedDecimal("deals.volume"),
    price: storedDecimal("deals.price"),
    profit: decimal("deals.profit", 2),
    commission: decimal("deals.commission", 2),
    swap: decimal("deals.swap", 2),
    fee: decimal("deals.fee", 2),
    ...sourceOf("deals"),
  },
};

export const operationsPart: OwnDataPart = {
  name: "records/operations",
  about: "Deposits, withdrawals, corrections and other operations",
  table: "operations",
  where: byAccount("operations.account_id"),
  key: ["operations.id"],
  columns: {
    stageId: integer("operations.stage_id"),
    counts: computedBoolean("operations.stands and operations.stage_id is not null"),
    ticket: text("operations.ticket"),
    time: timestamp("operations.time"),
    kind: text("operations.kind"),
    amount: decimal("operations.amount", 2),
    reason: text("operations.reason"),
    ...sourceOf("operations"),
  },
};

export const snapshotsPart: OwnDataPart = {
  name: "records/snapshots",
  about: "Balance and equity as the feed observed them",
  table: "snapshots",
  packed: {
    table: "snapshot_days",
    rowsOf: ({ accountId }, after, limit) =>
      snapshotsOf({
        account: sql`${accountId}`,
        // Times are whole milliseconds.
        ...(after && { from: sql`${after}::timestamptz + interval '1 millisecond'` }),
        limit,
        withSource: true,
      }),
  },
  where: byAccount("snapshots.account_id"),
  key: ["snapshots.time"],
  columns: {
    time: timestamp("snapshots.time"),
    balance: decimal("snapshots.balance", 2),
    equity: decimal("snapshots.equity", 2),
    receivedAt: timestamp("snapshots.received_at"),
  },
};
