import { type Kysely, type RawBuilder, sql } from "kysely";
import { isoTime } from "../../../platform/database/columns.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { milliseconds, snapshotsIn, timeOrInfinity } from "./read-records.queries.ts";
import type { RecordStage } from "./record-stages.queries.ts";

/** The stage whose records are read. */
export type RecordPeriod = Pick<RecordStage, "accountId" | "id" | "startedAt" | "endedAt">;

/** How many records one query returns. */
const CHUNK = 20_000;

const time = (column: string) => sql.raw(isoTime(column));

/** Returns an SQL expression for a decimal with at least two decimals, and no trailing zeros beyond them. */
const decimalText = (column: string) =>
  sql.raw(`(case when min_scale(${column}) < 2 then round(${column}, 2)
    else trim_scale(${column}) end)::text as ${column}`);

/**
 * Returns the canonical JSON (RFC 8785) of a stage's records in pieces:
 * `{"deals":[…],"operations":[…],"snapshots":[…]}` with the fields of the feed, each list by time and then ticket.
 * PostgreSQL builds the JSON, so that a long record occupies neither the memory nor the event loop of the app.
 * @param until the last instant, in milliseconds since 1970 UTC
 */
export async function* readRecordJson(
  kysely: Kysely<Tables>,
  stage: RecordPeriod,
  until = Number.POSITIVE_INFINITY,
): AsyncGenerator<string> {
  yield `{"deals":[`;
  yield* readBookedJson(kysely, "deals", stage, until);
  yield `],"operations":[`;
  yield* readBookedJson(kysely, "operations", stage, until);
  yield `],"snapshots":[`;
  yield* readSnapshotsJson(kysely, stage, until);
  yield "]}";
}

interface Near {
  /** Milliseconds since 1970 UTC. */
  at: number;
  /** How far from it records may be, in milliseconds; exactly as far is included. */
  reach: number;
  limit: number;
}

/**
 * Reads the records of a stage around a time as JSON like that of `readRecordJson`.
 * @returns at most `limit` records, the nearest ones; of two that are equally near, the earlier one
 */
export async function readRecordJsonNear(
  kysely: Kysely<Tables>,
  stage: RecordPeriod,
  { at, reach, limit }: Near,
): Promise<string> {
  const [middle, from, until] = [at, at - reach, at + reach].map((instant) =>
    new Date(instant).toISOString(),
  );
  const near = sql`account_id = ${stage.accountId} and "time" between ${from} and ${until}`;
  const snapshots = snapshotsIn(stage, { from: at - reach, until: at + reach });
  const booked = (table: "deals" | "operations") => sql`
    select ${sql.lit(table)} as list, id, "time" from ${sql.table(table)}
    where ${near} and stage_id = ${stage.id} and stands`;
  const isNear = (table: "deals" | "operations") =>
    sql`account_id = ${stage.accountId} and id in (select id from nearest where list = ${sql.lit(table)})`;
  const { rows } = await sql<{ json: string }>`
    with nearest as materialized (
      select list, id, "time" from (
        ${booked("deals")} union all ${booked("operations")} union all
        select 'snapshots', null, "time" from ${snapshots} as snapshots
      ) as found
      order by greatest("time" - ${middle}::timestamptz, ${middle}::timestamptz - "time"), "time", list, id
      limit ${limit})
    select '{"deals":[' || coalesce((${dealsJson(isNear("deals"))}), '')
      || '],"operations":[' || coalesce((${operationsJson(isNear("operations"))}), '')
      || '],"snapshots":[' || coalesce((
        select string_agg(${snapshotJson}, ',' order by "time") from ${snapshots} as snapshots
        where "time" in (select "time" from nearest where list = 'snapshots')), '') || ']}' as json`.execute(
    kysely,
  );
  return rows[0]!.json;
}

/** An expression for a row of `snapshots`. */
export const snapshotJson = sql`'{"balance":"' || balance || '","equity":"' || equity || '","time":"' ||
  ${time("snapshots.time")} || '"}'`;

/** Reads deals or operations page by page, in the order of their times and then their tickets. */
async function* readBookedJson(
  kysely: Kysely<Tables>,
  table: "deals" | "operations",
  stage: RecordPeriod,
  until: number,
): AsyncGenerator<string> {
  const page = sql.table(table);
  const json = table === "deals" ? dealsJson(sql`true`) : operationsJson(sql`true`);
  let after = { time: "-infinity", ticket: "" };
  for (let isFirst = true; ; isFirst = false) {
    // The page has the name of its table, so that the same expressions apply to it.
    const { rows } = await sql<{ json: string | null; count: number; last: typeof after | null }>`
      with ${page} as materialized (
        select * from ${page} where account_id = ${stage.accountId} and stage_id = ${stage.id}
          and stands and "time" <= ${timeOrInfinity(until)}
          and ("time", ticket collate "C") > (${after.time}::timestamptz, ${after.ticket})
        order by "time", ticket collate "C" limit ${CHUNK})
      select (${json}) as json, (select count(*)::int from ${page}) as count,
        (select json_build_object('time', "time"::text, 'ticket', ticket) from ${page}
          order by "time" desc, ticket collate "C" desc limit 1) as last`.execute(kysely);
    const { json: text, count, last } = rows[0]!;
    if (text !== null) yield isFirst ? text : `,${text}`;
    if (last === null || count < CHUNK) return;
    after = last;
  }
}

/** The columns are sorted by name, as canonical JSON requires. */
export const bookedJson = {
  deals: {
    names: sql`commission, entry, fee, position, price, profit, side, swap, symbol, ticket, "time", volume`,
    columns: sql`commission::text as commission, entry, fee::text as fee, position,
      ${decimalText("price")}, profit::text as profit, side, swap::text as swap, symbol, ticket,
      ${time("time")} as time, ${decimalText("volume")}`,
  },
  operations: {
    names: sql`amount, kind, ticket, "time"`,
    columns: sql`amount::text as amount, kind, ticket, ${time("time")} as time`,
  },
};

function dealsJson(condition: RawBuilder<unknown>) {
  return sql<{ json: string | null }>`
    select string_agg(row_to_json(deal)::text, ',') as json from (
      select ${bookedJson.deals.columns} from deals where stands and ${condition}
      order by deals.time, ticket collate "C"
    ) as deal`;
}

function operationsJson(condition: RawBuilder<unknown>) {
  return sql<{ json: string | null }>`
    select string_agg(row_to_json(operation)::text, ',') as json from (
      select ${bookedJson.operations.columns} from operations where stands and ${condition}
      order by operations.time, ticket collate "C"
    ) as operation`;
}

async function* readSnapshotsJson(
  kysely: Kysely<Tables>,
  stage: RecordPeriod,
  until: number,
): AsyncGenerator<string> {
  for (let from = stage.startedAt; ;) {
    const page = snapshotsIn(stage, { from, until, limit: CHUNK });
    const { rows } = await sql<{ json: string | null; count: number; last: number }>`
      select string_agg(${snapshotJson}, ',' order by time) as json,
        count(*)::int as count, ${milliseconds("max(time)")} as last
      from (select * from ${page} as page order by time limit ${CHUNK}) as snapshots`.execute(
      kysely,
    );
    const { json, count, last } = rows[0]!;
    if (json !== null) yield from === stage.startedAt ? json : `,${json}`;
    if (count < CHUNK) return;
    from = last + 1;
  }
}
