import { type Kysely, sql } from "kysely";
import type { Context } from "../../../platform/context.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { storedCents } from "../../../platform/money/money.ts";
import type { ClosedTrade } from "../../rulebook/statement/period.rule.ts";
import type { Approval } from "../../rulebook/statement/statement.rule.ts";
import { payableStage, readClosedTrades } from "../../record/payable/payable.queries.ts";
import {
  accountIdsOf,
  readCurrentStage,
  type RecordStage,
} from "../../record/records/record-stages.queries.ts";
import type { StageJudgement } from "../../record/verdicts/judge-stage.ts";
import { readStandings } from "../../record/verdicts/read-verdict.ts";
import { type Readiness, type ReadinessFacts, readinessOf } from "./readiness.rule.ts";
import {
  approvalsOf,
  pendingOf,
  readStageRequests,
  type StageRequest,
} from "../../record/payable/stage-requests.queries.ts";

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
  return (await readCurrentReadiness(context, traderId)).readiness;
}

/** What a request of the current stage is compared with. */
export interface CurrentReadiness {
  readiness: Readiness;
  /** Whether the terms refuse requests that exceed what can be withdrawn. */
  refusesAbove: boolean;
  currency: string;
  /** The sum of the pending requests of the stage, in cents. */
  pending: bigint;
}

const refusesAbove = (stage: RecordStage | undefined) =>
  stage?.rules?.payout?.terms?.refuseAbove ?? false;

/** Reads whether the terms of a trader's current stage refuse requests that exceed what can be withdrawn. */
export async function readRefusesAbove(kysely: Kysely<Tables>, traderId: number): Promise<boolean> {
  const { stage } = await readCurrentStage(kysely, traderId, accountColumns);
  return refusesAbove(stage);
}

/** @throws RefusalError if the trader does not exist */
export async function readCurrentReadiness(
  context: ReadContext,
  traderId: number,
): Promise<CurrentReadiness> {
  const { kysely } = context.database;
  const { account, stage } = await readCurrentStage(kysely, traderId, accountColumns);
  const subject = { ...account, payoutId: null, stage };
  const stageRequests = await readStageRequests(kysely, stage ? [{ userId: traderId, stage }] : []);
  const [read] = await readEachReadiness(context, [subject], {
    standings: await readStandings(context, stage ? [stage] : []),
    stageRequests,
    trades: await readClosedTrades(kysely, stage ? [stage] : []),
  });
  return {
    readiness: read!(),
    refusesAbove: refusesAbove(stage),
    currency: stage?.currency ?? "USD",
    pending: pendingOf((stage && stageRequests.get(stage.id)) ?? []),
  };
}

/** What is known of stages, by stage id. */
export interface KnownStages {
  standings: Awaited<ReturnType<typeof readStandings>>;
  stageRequests: ReadonlyMap<number, StageRequest[]>;
  /** Of the stages whose terms depend on single trades. */
  trades: ReadonlyMap<number, ClosedTrade[]>;
}

/**
 * Determines the readiness of accounts, with the same few statements for any number of them.
 * @param known at least of their stages
 * @returns functions in the same order, so that a stage that cannot be judged does not affect the others
 */
export async function readEachReadiness(
  context: ReadContext,
  subjects: readonly ReadinessSubject[],
  { standings, stageRequests, trades }: KnownStages,
): Promise<(() => Readiness)[]> {
  const { kysely } = context.database;
  const now = context.clock.now().getTime();
  const approvals = subjects.map(({ payoutId, stage }) =>
    approvalsOf((stage && stageRequests.get(stage.id)) ?? [], payoutId),
  );
  const periods = subjects.flatMap(({ stage }, i) =>
    stage && needsDayResults(stage)
      ? [{ key: i, stage, since: approvals[i]!.at(-1)?.at ?? null }]
      : [],
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
      ...judgedFacts(standings.get(stage.id)!(), facts.isBreached, {
        approvals: approvals[i]!,
        trades: trades.get(stage.id) ?? [],
      }),
      isBeforeCosts: beforeCosts.has(stage.id),
      dayResults: dayResults.get(i) ?? [],
    });
  });
}

function judgedFacts(
  standing: StageJudgement,
  isAccountBreached: boolean,
  { approvals, trades }: { approvals: Approval[]; trades: ClosedTrade[] },
) {
  const { stage, state, judgement } = standing;
  return {
    isBreached: isAccountBreached || judgement.outcome === "breached",
    payable: payableStage(standing, approvals, trades),
    stageStartedAt: stage.startedAt,
    isFlat: Object.keys(state?.timeline.positions ?? {}).length === 0,
    isEvidenceIncomplete: judgement.grade === "incomplete" || judgement.outcome === "undetermined",
  };
}

/** The results of the days are only read for rules that depend on them. */
function needsDayResults({ rules }: RecordStage): boolean {
  const payout = rules?.payout;
  if (!payout) return false;
  const { minimumWinningDays, bestDayAtMostPercent, terms } = payout;
  return terms !== undefined || minimumWinningDays > 0 || bestDayAtMostPercent !== null;
}

const withoutStage: Pick<
  ReadinessFacts,
  "payable" | "stageStartedAt" | "isFlat" | "isEvidenceIncomplete" | "isBeforeCosts" | "dayResults"
> = {
  payable: null,
  stageStartedAt: 0,
  isFlat: true,
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
    where trading_days.account_id = any(${periods.map(({ stage }) => stage.accountId)})
    order by period.key, starts_at`.execute(kysely);
  const results = Map.groupBy(rows, ({ key }) => key);
  return new Map(
    Array.from(results, ([key, days]) => [key, days.map(({ net }) => storedCents(net))]),
  );
}
