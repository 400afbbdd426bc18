import { type Kysely, type RawBuilder, type Selectable, sql } from "kysely";
import type { Tables } from "../../../platform/database/tables.ts";
import { notFound } from "../../../platform/errors.ts";
import { storedCents } from "../../../platform/money/money.ts";
import { type DayStart, utcDays } from "../../rulebook/timeline/trading-day.rule.ts";
import { readCalendars, type StoredCalendar } from "../../rulebook/calendar/calendar.queries.ts";
import { usesCalendar } from "../../rulebook/engine/judge.rule.ts";
import type { Waiver } from "../../rulebook/engine/verdict.schema.ts";
import type { Rules } from "../../rulebook/rules/rules.schema.ts";
import { carriedBalance, stageLogin, stageServer } from "./stage-login.queries.ts";

/** A stage, as needed to judge its records. Times are milliseconds since 1970 UTC. */
export interface RecordStage {
  accountId: number;
  id: number;
  currency: string;
  /** Cents. */
  initialBalance: bigint;
  startedAt: number;
  /** The end, which no longer belongs to the stage; `null` while the stage is open. */
  endedAt: number | null;
  /** At the platform: those of the account while the stage is open, kept when it ends. */
  login: string | null;
  server: string | null;
  rulesVersionId: number | null;
  rules: Rules | null;
  /** The breaches that people have set aside, oldest first. */
  waivers: Waiver[];
  /** The newest version of the calendar, or that at the end of the stage, if the rules refer to one. */
  calendar: StoredCalendar | null;
  /** The balance with which the account came from the stage before, in cents; `null` if it came with none. */
  carriedBalance: bigint | null;
  /** According to the rules; without rules, days begin at midnight UTC and gaps are at most five minutes. */
  dayStart: DayStart;
  maxGapSeconds: number;
}

/** Without rules, equity counts as observed between two observations at most five minutes apart. */
const MAX_GAP_SECONDS = 300;

/** Returns the accounts of stages or records, each once. */
export function accountIdsOf(stages: readonly Pick<RecordStage, "accountId">[]): number[] {
  return [...new Set(stages.map(({ accountId }) => accountId))];
}

/** Reads the stages of accounts, the oldest first. */
export async function readStages(
  kysely: Kysely<Tables>,
  accountIds: number[],
): Promise<RecordStage[]> {
  const { rows } = await sql<FoundStage>`
    select ${stageColumns} from stages
    join trading_accounts on trading_accounts.id = stages.account_id ${withRules}
    where stages.account_id = any(${accountIds})
    order by stages.account_id, stages.started_at, stages.id`.execute(kysely);
  return withCalendars(kysely, rows.map(readStage));
}

/** Reads stages of any accounts by their ids. */
export async function readStagesById(
  kysely: Kysely<Tables>,
  ids: readonly number[],
): Promise<RecordStage[]> {
  const { rows } = await sql<FoundStage>`
    select ${stageColumns} from stages
    join trading_accounts on trading_accounts.id = stages.account_id ${withRules}
    where stages.id = any(${ids})`.execute(kysely);
  return withCalendars(kysely, rows.map(readStage));
}

const stageColumns = sql`stages.account_id as "accountId", stages.id, stages.currency,
  stages.initial_balance as "initialBalance", stages.started_at as "startedAt",
  stages.ended_at as "endedAt", ${sql.raw(stageLogin)} as login, ${sql.raw(stageServer)} as server,
  stages.rules_version_id as "rulesVersionId", rule_versions.rules, stages.waivers,
  ${sql.raw(carriedBalance)} as "carriedBalance"`;

const withRules = sql`left join rule_versions on rule_versions.id = stages.rules_version_id`;

interface FoundStage {
  accountId: number;
  id: number;
  currency: string;
  initialBalance: string;
  startedAt: string;
  endedAt: string | null;
  login: string | null;
  server: string | null;
  rulesVersionId: Selectable<Tables["stages"]>["rules_version_id"];
  rules: Selectable<Tables["rule_versions"]>["rules"] | null;
  waivers: Waiver[];
  carriedBalance: string | null;
}

function readStage(row: FoundStage): RecordStage {
  const { initialBalance, carriedBalance: carried, startedAt, endedAt, rules } = row;
  return {
    ...row,
    calendar: null,
    initialBalance: storedCents(initialBalance),
    startedAt: Date.parse(startedAt),
    endedAt: endedAt === null ? null : Date.parse(endedAt),
    carriedBalance: carried === null ? null : storedCents(carried),
    dayStart: rules?.day ?? utcDays,
    maxGapSeconds: rules?.observation.maxGapSeconds ?? MAX_GAP_SECONDS,
  };
}

/** Adds the versions of the calendar to the stages whose rules refer to it. */
async function withCalendars(
  kysely: Kysely<Tables>,
  stages: RecordStage[],
): Promise<RecordStage[]> {
  const bound = stages.filter(({ rules }) => usesCalendar(rules));
  const calendars = await readCalendars(
    kysely,
    bound.map(({ endedAt }) => endedAt),
  );
  const byId = new Map(bound.map(({ id }, index) => [id, calendars[index]!]));
  return stages.map((stage) => ({ ...stage, calendar: byId.get(stage.id) ?? null }));
}

/** Returns the open stage or, if none is open, the last one. @param stages of one account, the oldest first */
export function currentOf(stages: RecordStage[]): RecordStage | undefined {
  return stages.find(({ endedAt }) => endedAt === null) ?? stages.at(-1);
}

/** Finds the stage whose period contains a time. @param stages of one account */
export function stageAt(stages: RecordStage[], time: number): RecordStage | undefined {
  return stages.find(
    ({ startedAt, endedAt }) => startedAt <= time && (endedAt === null || time < endedAt),
  );
}

/**
 * Reads the stages of a trader, the oldest first, together with columns of the tables `users` and `trading_accounts`.
 * @throws RefusalError if the trader does not exist
 */
async function readStagesOf<Account>(
  kysely: Kysely<Tables>,
  traderId: number,
  columns: RawBuilder<Account>,
): Promise<{ account: Account; stages: RecordStage[] }> {
  const { rows } = await sql<FoundStage & Account>`
    select ${columns}, ${stageColumns} from trading_accounts
    join users on users.id = trading_accounts.user_id
    left join stages on stages.account_id = trading_accounts.id ${withRules}
    where trading_accounts.user_id = ${traderId}
    order by stages.started_at, stages.id`.execute(kysely);
  const [account] = rows;
  if (!account) throw notFound("User");
  // An account without stages has one row of nulls.
  const stages = rows.filter(({ id }) => id !== null).map(readStage);
  return { account, stages: await withCalendars(kysely, stages) };
}

/**
 * Reads the current stage of a trader together with columns of the tables `users` and `trading_accounts`.
 * @throws RefusalError if the trader does not exist
 */
export async function readCurrentStage<Account>(
  kysely: Kysely<Tables>,
  traderId: number,
  columns: RawBuilder<Account>,
): Promise<{ account: Account; stage: RecordStage | undefined }> {
  const { account, stages } = await readStagesOf(kysely, traderId, columns);
  return { account, stage: currentOf(stages) };
}

/**
 * Finds a stage of a trader: the given one, or the current one.
 * @returns `undefined` if none is given and the account has no stage
 * @throws RefusalError if the trader or the given stage does not exist
 */
export async function findStage(
  kysely: Kysely<Tables>,
  traderId: number,
  stageId: number | undefined,
): Promise<RecordStage | undefined> {
  const { stages } = await readStagesOf(kysely, traderId, sql`users.id as "userId"`);
  if (stageId === undefined) return currentOf(stages);
  const stage = stages.find(({ id }) => id === stageId);
  if (!stage) throw notFound("Stage");
  return stage;
}
