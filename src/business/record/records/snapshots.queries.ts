import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Tables } from "../../../platform/database/tables.ts";

/** Selects the snapshots of one account or, without a limit, of several. Both ends are inclusive. */
interface SnapshotRange {
  /** What `account_id` must be equal to: an id, or `any(…)`. */
  account: RawBuilder<unknown>;
  from?: RawBuilder<unknown> | undefined;
  until?: RawBuilder<unknown> | undefined;
  /** Selects only the earliest ones. Packed days after them are not unpacked. */
  limit?: number | undefined;
  /** Whether to select `token_id` and `received_at`, too. */
  withSource?: true;
}

/**
 * Returns a relation with snapshots, whether they are packed or not: `account_id, time, balance, equity`. A statement
 * that reads snapshots reads them all from it, because their day may be packed or unpacked before the next statement.
 */
export function snapshotsOf(range: SnapshotRange): RawBuilder<unknown> {
  const { account, from, until, limit, withSource } = bounded(range);
  return sql`((
    select account_id, "time", balance, equity ${withSource ? sql`, token_id, received_at` : sql``}
    from snapshots where account_id = ${account} and "time" between ${from} and ${until}
    ${limit === undefined ? sql`` : sql`order by "time" limit ${limit}`}
  ) union all (${packedSnapshotsOf(range)}))`;
}

function packedSnapshotsOf(range: SnapshotRange): RawBuilder<unknown> {
  const { account, from, until, limit, withSource } = bounded(range);
  return sql`
    select account_id, ${unpacked.time} as "time", ${unpacked.balance} as balance,
      ${unpacked.equity} as equity
      ${withSource ? sql`, ${unpacked.tokenId} as token_id, ${unpacked.receivedAt} as received_at` : sql``}
    from snapshot_days ${withSource ? unpackWithSource : unpack}
    where account_id = ${account} and ${isUnpackedBetween(from, until)}
    ${limit === undefined ? sql`` : sql`order by day, position limit ${limit}`}`;
}

function bounded({ from = sql`'-infinity'`, until = sql`'infinity'`, ...range }: SnapshotRange) {
  return { ...range, from: sql`(${from})::timestamptz`, until: sql`(${until})::timestamptz` };
}

/** Joins each row of `snapshot_days` with its snapshots. */
export const unpack = sql`cross join lateral unnest(times, balances, equities)
  with ordinality as packed (ms, balance, equity, position)`;

const unpackWithSource = sql`cross join lateral unnest(times, balances, equities, token_ids, delays)
  with ordinality as packed (ms, balance, equity, token_id, delay, position)`;

const toTime = (milliseconds: RawBuilder<unknown>) =>
  sql`to_timestamp((${milliseconds}) / 1000.0::float8)::timestamptz(3)`;

/** The columns of the snapshots that are joined with `snapshot_days`. */
export const unpacked = {
  time: toTime(sql`packed.ms + step * packed.position`),
  balance: sql`packed.balance * 0.01`,
  equity: sql`packed.equity * 0.01`,
  tokenId: sql`packed.token_id`,
  receivedAt: toTime(sql`packed.ms + step * packed.position + packed.delay`),
};

/** Returns a condition that also excludes other days, before they are unpacked. @param from SQL of type `timestamptz` */
function isUnpackedBetween(
  from: RawBuilder<unknown>,
  until: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql`day between (${from} at time zone 'UTC')::date and (${until} at time zone 'UTC')::date
    and ${unpacked.time} between ${from} and ${until}`;
}

/** Returns the UTC day of a time, such as `2026-03-02`. @param time milliseconds since 1970 UTC */
export function utcDayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** Whole UTC days, in milliseconds since 1970 UTC; `until` is exclusive. */
interface UtcDays {
  from: number;
  until: number;
}

/**
 * Packs the snapshots of an account, of which none is packed in these days. A snapshot is deleted only if its packed
 * copy is equal to it.
 * @returns the number of packed days
 * @throws Error if a snapshot cannot be packed without a loss
 */
export async function packDays(
  kysely: Kysely<Tables>,
  accountId: number,
  { from, until }: UtcDays,
): Promise<number> {
  const account = sql`${accountId}`;
  const [since, last] = [from, until - 1].map(
    (time) => sql`${new Date(time).toISOString()}::timestamptz`,
  );
  const ofDays = sql`snapshots.account_id = ${account} and snapshots."time" between ${since} and ${last}`;
  // The table has an alias because Citus does not find its columns in `returning` otherwise.
  const { rows } = await sql<{ snapshots: number }>`
    insert into snapshot_days as packed
      (account_id, day, snapshots, step, times, balances, equities, token_ids, delays)
    select account_id, day, cardinality(times), step,
      array(select ms - step * position from unnest(times) with ordinality as exact (ms, position)
        order by position),
      balances, equities, token_ids, delays
    from (
      select account_id, day,
        coalesce(percentile_disc(0.5) within group (order by passed), 0)::int as step,
        array_agg(ms order by ms) as times,
        array_agg((balance * 100)::bigint order by ms) as balances,
        array_agg((equity * 100)::bigint order by ms) as equities,
        array_agg(token_id order by ms) as token_ids,
        array_agg(${toMilliseconds("received_at")} - ms order by ms) as delays
      from (
        select recorded.*, ms - lag(ms) over (partition by day order by ms) as passed
        from (
          select snapshots.*, ("time" at time zone 'UTC')::date as day, ${toMilliseconds(`"time"`)} as ms
          from snapshots where ${ofDays}
        ) as recorded
      ) as timed
      group by account_id, day
    ) as gathered
    returning packed.snapshots`.execute(kysely);
  const snapshots = rows.reduce((sum, row) => sum + row.snapshots, 0);
  const packed = packedSnapshotsOf({ account, from: since, until: last, withSource: true });
  // A difference of sets, because PostgreSQL has no statistics on the new rows and might compare each with all others.
  const { rows: changed } = await sql`
    select account_id, "time", balance, equity, token_id, received_at from snapshots where ${ofDays}
    except ${packed} limit 1`.execute(kysely);
  const { numAffectedRows: deleted } = await sql`delete from snapshots where ${ofDays}`.execute(
    kysely,
  );
  if (changed.length > 0 || deleted !== BigInt(snapshots)) {
    throw new Error(
      `The snapshots of account ${accountId} from ${utcDayOf(from)} on cannot be packed without a loss`,
    );
  }
  return rows.length;
}

const toMilliseconds = (column: string) =>
  sql.raw(`(date_part('epoch', ${column}) * 1000)::bigint`);

/** Turns packed days of an account into rows again, for example to add a snapshot. */
export async function unpackDays(
  kysely: Kysely<Tables>,
  accountId: number,
  days: string[],
): Promise<void> {
  const ofDays = sql`account_id = ${accountId} and day = any(${days}::date[])`;
  await sql`
    insert into snapshots (account_id, "time", balance, equity, token_id, received_at)
    select account_id, ${unpacked.time}, ${unpacked.balance}, ${unpacked.equity},
      ${unpacked.tokenId}, ${unpacked.receivedAt}
    from snapshot_days ${unpackWithSource} where ${ofDays}`.execute(kysely);
  await sql`delete from snapshot_days where ${ofDays}`.execute(kysely);
}

/** Returns the times of the first and the last of the earliest unpacked snapshots of an account before a time. */
export async function findUnpacked(
  kysely: Kysely<Tables>,
  accountId: number,
  { before, limit }: { before: number; limit: number },
): Promise<{ first: number; last: number; count: number } | undefined> {
  const { rows } = await sql<{ first: string | null; last: string | null; count: number }>`
    select min("time") as first, max("time") as last, count(*)::int as count from (
      select "time" from snapshots where account_id = ${accountId}
        and "time" < ${new Date(before).toISOString()} order by "time" limit ${limit}) as earliest`.execute(
    kysely,
  );
  const { first, last, count } = rows[0]!;
  if (first === null || last === null) return undefined;
  return { first: Date.parse(first), last: Date.parse(last), count };
}

/** Lists packed days of an account, the earliest first. */
export async function listPackedDays(
  kysely: Kysely<Tables>,
  accountId: number,
  limit: number,
): Promise<string[]> {
  const rows = await kysely
    .selectFrom("snapshot_days")
    .select("day")
    .where("account_id", "=", accountId)
    .orderBy("day")
    .limit(limit)
    .execute();
  return rows.map(({ day }) => day);
}

/**
 * Returns whether packed days have existed for a day, so that an upgrade of several instances is finished: those of the
 * previous release would not find the packed snapshots.
 */
export async function canBePackedByNight(kysely: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ isRecent: boolean }>`
    select exists (select from migrations where name like '%_snapshot_days'
      and executed_at > now() - interval '1 day') as "isRecent"`.execute(kysely);
  return !rows[0]!.isRecent;
}
