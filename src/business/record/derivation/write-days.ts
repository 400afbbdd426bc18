import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../platform/database/tables.ts";
import { formatDecimal } from "../../../platform/money/money.ts";
import { storePoint } from "./equity.rule.ts";
import { insertRecords } from "../records/insert-records.queries.ts";
import { accountIdsOf, type RecordStage } from "../records/record-stages.queries.ts";
import type { FoldedDay, FoldedHour, StageFold } from "./stage-fold.rule.ts";
import { type StageState, type StoredState, storeState } from "./stage-state.rule.ts";

interface Folded {
  stage: RecordStage;
  fold: StageFold;
  /** The state after the last instant played. */
  state: StageState;
}

const instant = (time: number | null) => (time === null ? null : new Date(time).toISOString());
const amount = (cents: bigint | null) => (cents === null ? null : formatDecimal(cents));

/** Writes the days and hours that folds have changed, and their states. @returns the names of the days */
export async function writeFolds(kysely: Kysely<Tables>, folds: Folded[]): Promise<string[]> {
  if (folds.length === 0) return [];
  const changes = folds.map(({ stage, fold }) => ({ stage, fold, ...fold.takeChanges() }));
  const days = changes.flatMap(({ stage, days: changed }) =>
    changed.map((day) => dayRow(stage, day)),
  );
  const hours = changes.flatMap(({ stage, hours: changed }) =>
    changed.map((hour) => hourRow(stage, hour)),
  );
  await insertRecords(kysely, "trading_days", days, continuedDay);
  await insertRecords(kysely, "equity_hours", hours, continuedHour);
  await upsertProgress(kysely, folds);
  return days.map(({ day }) => day);
}

function dayRow(stage: RecordStage, { draft, checkpoint }: FoldedDay) {
  return {
    account_id: stage.accountId,
    stage_id: stage.id,
    day: draft.day,
    starts_at: instant(draft.startsAt),
    ends_at: instant(draft.endsAt),
    opening_balance: amount(draft.openingBalance),
    closing_balance: amount(draft.closingBalance),
    net: amount(draft.net),
    has_deals: draft.hasDeals,
    equity_low: amount(draft.equityLow),
    equity_high: amount(draft.equityHigh),
    carried_since: instant(draft.carriedSince),
    first_observation: instant(draft.firstObservation),
    open_since: instant(draft.openSince),
    open_seconds: draft.openSeconds,
    observed_seconds: draft.observedSeconds,
    points: draft.range.points.map(storePoint),
    checkpoint: checkpoint ? storeState(checkpoint) : {},
  };
}

function hourRow(stage: RecordStage, { day, hour, range }: FoldedHour) {
  return {
    account_id: stage.accountId,
    stage_id: stage.id,
    day,
    hour,
    points: range.points.map(storePoint),
  };
}

/** A day that continues keeps its checkpoint and the trades counted on it. */
const continuedDay = sql`on conflict (account_id, stage_id, day) do update set
  closing_balance = excluded.closing_balance,
  net = excluded.net,
  has_deals = excluded.has_deals,
  equity_low = excluded.equity_low,
  equity_high = excluded.equity_high,
  first_observation = excluded.first_observation,
  open_since = excluded.open_since,
  open_seconds = excluded.open_seconds,
  observed_seconds = excluded.observed_seconds,
  points = excluded.points`;

const continuedHour = sql`on conflict (account_id, stage_id, day, hour)
  do update set points = excluded.points`;

/** Passes one state per line, which takes PostgreSQL half as long as JSON within JSON. */
async function upsertProgress(kysely: Kysely<Tables>, folds: Folded[]): Promise<void> {
  const accountIds = folds.map(({ stage }) => stage.accountId);
  const stageIds = folds.map(({ stage }) => stage.id);
  const states = folds.map(({ state }) => JSON.stringify(storeState(state))).join("\n");
  await sql`insert into stage_progress (account_id, stage_id, revision, state, changed_at)
    select account_id, stage_id, 1, state::jsonb, clock_timestamp()
    from unnest(${accountIds}::int[], ${stageIds}::int[], string_to_array(${states}, E'\n'))
      as folded (account_id, stage_id, state)
    on conflict (account_id, stage_id) do update set
      revision = stage_progress.revision + 1, state = excluded.state,
      changed_at = excluded.changed_at`.execute(kysely);
}

/** Deletes the given day and all later ones, or all days, with their hours. @returns their checkpoints */
export async function deleteDaysFrom(
  kysely: Kysely<Tables>,
  stage: RecordStage,
  day: string | undefined,
): Promise<{ day: string; checkpoint: StoredState }[]> {
  const ofStage = sql`account_id = ${stage.accountId} and stage_id = ${stage.id}
    and day >= coalesce(${day ?? null}::date, '-infinity')`;
  await sql`delete from equity_hours where ${ofStage}`.execute(kysely);
  const { rows } = await sql<{ day: string; checkpoint: StoredState }>`
    delete from trading_days where ${ofStage} returning day, checkpoint`.execute(kysely);
  return rows;
}

/** Days of a stage by their names. */
interface DaysOfStage {
  stage: RecordStage;
  days: string[];
}

/** Counts the trades that were closed on each of these days. */
export async function countClosedTrades(
  kysely: Kysely<Tables>,
  uncounted: DaysOfStage[],
): Promise<void> {
  const changed = uncounted.filter(({ days }) => days.length > 0);
  if (changed.length === 0) return;
  const closed = await readClosedTrades(kysely, changed);
  const none = { trades: 0, wins: 0, losses: 0 };
  const rows = changed.flatMap(({ stage, days }) =>
    days.map((day) => ({
      account_id: stage.accountId,
      stage_id: stage.id,
      day,
      ...(closed.get(`${stage.id} ${day}`) ?? none),
    })),
  );
  await sql`
    update trading_days d set trades = c.trades, wins = c.wins, losses = c.losses
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as c (account_id int, stage_id int, day date, trades int, wins int, losses int)
    where d.account_id = any(${accountIdsOf(changed.map(({ stage }) => stage))})
      and d.account_id = c.account_id and d.stage_id = c.stage_id and d.day = c.day
      and (d.trades, d.wins, d.losses) is distinct from (c.trades, c.wins, c.losses)
  `.execute(kysely);
}

/**
 * Counts the closed trades between the first and the last of these days. Trades and days are not joined, because
 * PostgreSQL may do so by the stage alone.
 * @returns the counts by stage id and day
 */
async function readClosedTrades(
  kysely: Kysely<Tables>,
  changed: DaysOfStage[],
): Promise<Map<string, { trades: number; wins: number; losses: number }>> {
  const parts = changed.map(({ stage, days }) => ({
    account_id: stage.accountId,
    stage_id: stage.id,
    first: days.reduce((a, b) => (a < b ? a : b)),
    last: days.reduce((a, b) => (a > b ? a : b)),
  }));
  const { rows } = await sql<{
    stageId: number;
    day: string;
    trades: number;
    wins: number;
    losses: number;
  }>`
    select part.stage_id as "stageId", close_day::text as day, count(*)::int as trades,
      count(*) filter (where net > 0)::int as wins, count(*) filter (where net < 0)::int as losses
    from json_to_recordset(${JSON.stringify(parts)}::json)
      as part (account_id int, stage_id int, first date, last date)
    join trades on trades.account_id = part.account_id and trades.stage_id = part.stage_id
      and close_day between first and last
    where trades.account_id = any(${accountIdsOf(changed.map(({ stage }) => stage))})
    group by part.stage_id, close_day`.execute(kysely);
  return new Map(rows.map(({ stageId, day, ...counts }) => [`${stageId} ${day}`, counts]));
}
