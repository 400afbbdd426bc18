import { type Kysely, sql } from "kysely";
import type { Context } from "../../../platform/context.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { storedCents } from "../../../platform/money/money.ts";
import {
  accountIdsOf,
  readCurrentStage,
  type RecordStage,
} from "../../record/records/record-stages.queries.ts";
import type { StageJudgement } from "../../record/verdicts/judge-stage.ts";
import { readStandings } from "../../record/verdicts/read-verdict.ts";
import { type Readiness, type ReadinessFacts, readinessOf } from "./readiness.rule.ts";
import { approvedOf, readStageRequests, type StageRequest } from "./stage-requests.queries.ts";

export type ReadContext = Pick<Context, "clock"> & { database: { kysely: Kysely<Tables> } };

/** An account with what decides its readiness besides the records. */
export interface ReadinessSubject {
  /** A request that is left out, because the readiness is compared with it. */
  payoutId: number | null;
  payoutEnabled: boolean;
  isBanned: boolean;
  accountStatus: string;
  /** Whether another request is pending that was made before. */
  hasPendingRequest: boolean;
  /** The current stage; `undefined` if the account has none. */
  stage: RecordStage | undefined;
}

/**
 * Determines what the current stage of a trader is ready to pay out.
 * @throws RefusalError if the trader does not exist
 */
export async function readReadiness(context: ReadContext, traderId: number): Promise<Readiness> {
  const { kysely } = context.database;
  const { account, stage } = await readCurrentStage(kysely, traderId, accountColumns);
  const subject = { ...account, payoutId: null, stage };
  const [read] = await readEachReadiness(context, [subject], {
    standings: await readStandings(context, stage ? [stage] : []),
    stageRequests: await readStageRequests(kysely, stage ? [{ userId: traderId, stage }] : []),
  });
  return read!();
}

/** What is known of stages, by stage id. */
export interface KnownStages {
  standings: Awaited<ReturnType<typeof readStandings>>;
  stageRequests: ReadonlyMap<number, StageRequest[]>;
}

/**
 * Determines the readiness of accounts, with the same few statements for any number of them.
 * @param known at least of their stages
 * @returns functions in the same order, so that a stage that cannot be judged does not affect the others
 */
export async function readEachReadiness(
  context: ReadContext,
  subjects: readonly ReadinessSubject[],
  { standings, stageRequests }: KnownStages,
): Promise<(() => Readiness)[]> {
  const { kysely } = context.database;
  const now = context.clock.now().getTime();
  const approved = subjects.map(({ payoutId, stage }) =>
    approvedOf((stage && stageRequests.get(stage.id)) ?? [], payoutId),
  );
  const periods = subjects.flatMap(({ stage }, i) =>
    stage && needsDayResults(stage) ? [{ key: i, stage, since: approved[i]!.lastAt }] : [],
  );
  const dayResults = await readDayResults(kysely, periods);
  const beforeCosts = await readStagesBeforeCosts(
    kysely,
    subjects.flatMap(({ stage }) => stage ?? []),
  );
  return subjects.map((subject, i) => () => {
    const { stage } = subject;
    const facts = {
      ...withoutStage,
      now,
      isPayoutEnabled: subject.payoutEnabled,
      isBanned: subject.isBanned,
      isUnderReview: subject.accountStatus === "under-review",
      hasPendingRequest: subject.hasPendingRequest,
      isBreached: subject.accountStatus === "breached",
    };
    if (!stage) return readinessOf(facts);
    return readinessOf({
      ...facts,
      ...judgedFacts(standings.get(stage.id)!(), facts.isBreached),
      approved: approved[i]!,
      isBeforeCosts: beforeCosts.has(stage.id),
      dayResults: dayResults.get(i) ?? [],
    });
  });
}

function judgedFacts(standing: StageJudgement, isAccountBreached: boolean) {
  const { stage, state, judgement } = standing;
  return {
    isBreached: isAccountBreached || judgement.outcome === "breached",
    rules: stage.rules?.payout ?? null,
    currency: stage.currency,
    stageStartedAt: stage.startedAt,
    profit: state?.net ?? 0n,
    deductions: deductionsOf(judgement),
    isFlat: Object.keys(state?.timeline.positions ?? {}).length === 0,
    isEvidenceIncomplete: judgement.grade === "incomplete" || judgement.outcome === "undetermined",
  };
}

/** Returns what findings about conduct deduct from the payable profit, in cents. */
export function deductionsOf({ deductions = "0.00" }: StageJudgement["judgement"]): bigint {
  return storedCents(deductions);
}

/** The results of the days are only read for rules that depend on them. */
function needsDayResults({ rules }: RecordStage): boolean {
  const payout = rules?.payout;
  return !!payout && (payout.minimumWinningDays > 0 || payout.bestDayAtMostPercent !== null);
}

const withoutStage: Pick<
  ReadinessFacts,
  | "rules"
  | "currency"
  | "stageStartedAt"
  | "profit"
  | "deductions"
  | "isFlat"
  | "approved"
  | "isEvidenceIncomplete"
  | "isBeforeCosts"
  | "dayResults"
> = {
  rules: null,
  currency: "USD",
  stageStartedAt: 0,
  profit: 0n,
  deductions: 0n,
  isFlat: true,
  approved: { total: 0n, lastAt: null },
  isEvidenceIncomplete: false,
  isBeforeCosts: false,
  dayResults: [],
};

const accountColumns = sql<
  Pick<ReadinessSubject, "isBanned" | "accountStatus" | "payoutEnabled" | "hasPendingRequest">
>`users.banned as "isBanned", trading_accounts.status as "accountStatus",
  trading_accounts.payout_enabled as "payoutEnabled",
  exists (select from payout_requests
    where payout_requests.user_id = users.id and payout_requests.status = 'pending') as "hasPendingRequest"`;

/** Returns the ids of the stages for which a statement without costs counts. */
async function readStagesBeforeCosts(
  kysely: Kysely<Tables>,
  stages: readonly RecordStage[],
): Promise<Set<number>> {
  if (stages.length === 0) return new Set();
  const noCosts = sql`'[{"code": "no_costs"}]'::jsonb`;
  const rows = await kysely
    .selectFrom("statements")
    .select("stage_id")
    .distinct()
    .where("account_id", "in", accountIdsOf(stages))
    .where("withdrawn_at", "is", null)
    .where(({ or, eb }) =>
      or([eb("needs_confirmation", "=", false), eb("confirmed_at", "is not", null)]),
    )
    .where(sql<boolean>`findings @> ${noCosts}`)
    .execute();
  return new Set(rows.map(({ stage_id }) => stage_id));
}

interface ResultPeriod {
  key: number;
  stage: RecordStage;
  /** Milliseconds since 1970 UTC; `null` for the whole stage. */
  since: number | null;
}

/** Reads the results of the trading days with deals after a time, by key. Of the day of that time, only later deals count. */
async function readDayResults(
  kysely: Kysely<Tables>,
  periods: readonly ResultPeriod[],
): Promise<Map<number, bigint[]>> {
  if (periods.length === 0) return new Map();
  const after = periods.map(({ since }) =>
    since === null ? "-infinity" : new Date(since).toISOString(),
  );
  const { rows } = await sql<{ key: number; net: string }>`
    select period.key, case when starts_at > period.after then net else (
      select coalesce(sum(profit + commission + swap + fee), 0.00) from deals
      where deals.account_id = trading_days.account_id and deals.stage_id = trading_days.stage_id
        and stands and deals.time > period.after and deals.time < trading_days.ends_at)
      end as net
    from unnest(
      ${periods.map(({ key }) => key)}::int[],
      ${periods.map(({ stage }) => stage.accountId)}::int[],
      ${periods.map(({ stage }) => stage.id)}::int[],
      ${after}::timestamptz[]
    ) as period (key, account_id, stage_id, after)
    join trading_days on trading_days.account_id = period.account_id
      and trading_days.stage_id = period.stage_id and has_deals and ends_at > period.after
    where trading_days.account_id = any(${periods.map(({ stage }) => stage.accountId)})`.execute(
    kysely,
  );
  const results = Map.groupBy(rows, ({ key }) => key);
  return new Map(
    Array.from(results, ([key, days]) => [key, days.map(({ net }) => storedCents(net))]),
  );
}
