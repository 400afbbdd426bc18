import { type Kysely, type Selectable, sql } from "kysely";
import type { Tables } from "../../platform/database/tables.ts";
import { notFound } from "../../platform/lib/errors.ts";
import { storedCents } from "../../platform/money/money.ts";
import type { StageRow } from "./stage.tables.ts";
import { type DayStart, utcDays } from "../../platform/time/trading-day.rule.ts";

/** A stage, as its records are judged. Times are milliseconds since 1970 UTC. */
export interface RecordStage {
  accountId: number;
  id: number;
  currency: string;
  /** Cents. */
  initialBalance: bigint;
  startedAt: number;
  /** This instant no longer belongs to the stage. */
  endedAt: number | null;
  dayStart: DayStart;
  maxGapSeconds: number;
}

/** Without rules, equity counts as observed between two observations at most five minutes apart. */
const MAX_GAP_SECONDS = 300;

/** The stages of accounts, the oldest first. */
export async function readStages(
  kysely: Kysely<Tables>,
  accountIds: number[],
): Promise<RecordStage[]> {
  const rows = await kysely
    .selectFrom("stages")
    .select(stageColumns)
    .where("account_id", "=", sql<number>`any(${accountIds})`)
    .orderBy("account_id")
    .orderBy("started_at")
    .orderBy("id")
    .execute();
  return rows.map(readStage);
}

const stageColumns = [
  "account_id",
  "id",
  "currency",
  "initial_balance",
  "started_at",
  "ended_at",
] as const;

type FoundStage = Pick<Selectable<StageRow>, (typeof stageColumns)[number]>;

function readStage(row: FoundStage): RecordStage {
  return {
    accountId: row.account_id,
    id: row.id,
    currency: row.currency,
    initialBalance: storedCents(row.initial_balance),
    startedAt: Date.parse(row.started_at),
    endedAt: row.ended_at === null ? null : Date.parse(row.ended_at),
    dayStart: utcDays,
    maxGapSeconds: MAX_GAP_SECONDS,
  };
}

/** The open stage, or the last one. @param stages of one account, the oldest first */
export function currentOf(stages: RecordStage[]): RecordStage | undefined {
  return stages.find(({ endedAt }) => endedAt === null) ?? stages.at(-1);
}

/** The stage whose period holds a time. @param stages of one account */
export function stageAt(stages: RecordStage[], time: number): RecordStage | undefined {
  return stages.find(
    ({ startedAt, endedAt }) => startedAt <= time && (endedAt === null || time < endedAt),
  );
}

/** @throws RefusalError if the trader does not exist */
export async function findAccountId(kysely: Kysely<Tables>, traderId: number): Promise<number> {
  const account = await kysely
    .selectFrom("trading_accounts")
    .select("id")
    .where("user_id", "=", traderId)
    .executeTakeFirst();
  if (!account) throw notFound("User");
  return account.id;
}

/** @throws RefusalError if the trader does not exist */
async function readStagesOf(kysely: Kysely<Tables>, traderId: number): Promise<RecordStage[]> {
  const rows = await kysely
    .selectFrom("trading_accounts")
    .leftJoin("stages", "stages.account_id", "trading_accounts.id")
    .select(["stages.account_id", "stages.id", "stages.currency", "stages.initial_balance"])
    .select(["stages.started_at", "stages.ended_at"])
    .where("trading_accounts.user_id", "=", traderId)
    .orderBy("stages.started_at")
    .orderBy("stages.id")
    .execute();
  if (rows.length === 0) throw notFound("User");
  // An account without stages has one row, of nulls.
  return rows.filter((row) => row.id !== null).map((row) => readStage(row as FoundStage));
}

/**
 * A stage of a trader: the given one, or the current one.
 * @returns `undefined` if none is given and the account has no stage
 * @throws RefusalError if the trader or the given stage does not exist
 */
export async function findStage(
  kysely: Kysely<Tables>,
  traderId: number,
  stageId: number | undefined,
): Promise<RecordStage | undefined> {
  const stages = await readStagesOf(kysely, traderId);
  if (stageId === undefined) return currentOf(stages);
  const stage = stages.find(({ id }) => id === stageId);
  if (!stage) throw notFound("Stage");
  return stage;
}
