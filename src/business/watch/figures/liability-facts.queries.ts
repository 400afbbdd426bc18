import { setImmediate } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import type { Context } from "../../../platform/context.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { MINUTE } from "../../../platform/time/durations.rule.ts";
import { storedCents } from "../../../platform/money/money.ts";
import { isInOpenRun, isUnpaid } from "../../money/payouts/payouts.queries.ts";
import { readEachReadiness } from "../../money/payouts/readiness.queries.ts";
import { readClosedTrades } from "../../record/payable/payable.queries.ts";
import { readStageRequests } from "../../record/payable/stage-requests.queries.ts";
import { readStagesById, type RecordStage } from "../../record/records/record-stages.queries.ts";
import { readStandings } from "../../record/verdicts/read-verdict.ts";
import { joinStageOfRequest } from "./filter.ts";
import { type LiabilityFact, type LiabilityPlace, stageFacts } from "./liability.rule.ts";

export type LiabilityContext = Pick<Context, "clock" | "log" | "live"> & {
  database: { kysely: Kysely<Tables> };
};

/** All that the firm owes or may owe, as of an instant. */
export interface Liability {
  /** Milliseconds since 1970 UTC. */
  computedAt: number;
  /** The number of open stages that were judged. */
  accounts: number;
  facts: LiabilityFact[];
}

/** A liability for which more accounts than these were judged is answered again until it has this age. */
const REUSED_FOR = 15 * MINUTE;
const REUSED_ABOVE = 10_000;

interface Readings {
  /** Kept for other callers if many accounts were judged for it. */
  last?: Liability;
  /** Ends when no reading runs. */
  running: Promise<unknown>;
  /** Has not begun yet. */
  next?: Promise<Liability>;
}

const byApp = new WeakMap<Context["live"], Readings>();

/**
 * Returns the liability, which is exact up to 10,000 accounts and may be 15 minutes old above. One at a time is computed
 * in this process. Those who ask meanwhile share the next one, so that no answer is older than its question.
 */
export async function readLiability(context: LiabilityContext): Promise<Liability> {
  const readings = byApp.get(context.live) ?? { running: Promise.resolve() };
  byApp.set(context.live, readings);
  const usable = () => {
    const age = context.clock.now().getTime() - (readings.last?.computedAt ?? 0);
    return Math.abs(age) <= REUSED_FOR ? readings.last : undefined;
  };
  const start = () => {
    delete readings.next;
    const last = usable();
    const reading = last ? Promise.resolve(last) : computeLiability(context);
    readings.running = keep(readings, reading);
    return reading;
  };
  return usable() ?? (readings.next ??= readings.running.then(start));
}

async function keep(readings: Readings, reading: Promise<Liability>): Promise<void> {
  try {
    const liability = await reading;
    if (liability.accounts > REUSED_ABOVE) readings.last = liability;
  } catch {
    // The callers receive the failure.
  }
}

/** Judges all open stages of accounts with payouts enabled. */
export async function computeLiability(context: LiabilityContext): Promise<Liability> {
  const { kysely } = context.database;
  const computedAt = context.clock.now().getTime();
  const facts = await readRequests(kysely);
  let accounts = 0;
  for (let after: number | undefined = 0; after !== undefined;) {
    const subjects: Subject[] = await readSubjects(kysely, after);
    facts.push(...(await judge(context, subjects, computedAt)));
    accounts += subjects.length;
    after = subjects.at(-1)?.userId;
    // Other calls are answered in between.
    await setImmediate();
  }
  return { computedAt, accounts, facts };
}

interface Subject extends LiabilityPlace {
  stageId: number;
  isBanned: boolean;
  accountStatus: string;
  hasPendingRequest: boolean;
}

/** Stages per statement. */
const BATCH = 500;

async function readSubjects(kysely: Kysely<Tables>, afterUserId: number): Promise<Subject[]> {
  const { rows } = await sql<Subject>`
    select accounts.user_id as "userId", stages.id as "stageId", stages.currency,
      versions.programme_id as "programmeId", stages.programme_version_id as "programmeVersionId",
      stages.programme_step as step, stages.initial_balance as "initialBalance",
      users.banned as "isBanned", accounts.status as "accountStatus",
      exists (select from payout_requests where payout_requests.user_id = accounts.user_id
        and payout_requests.status = 'pending') as "hasPendingRequest"
    from trading_accounts accounts
    join users on users.id = accounts.user_id
    join stages on stages.account_id = accounts.id and stages.ended_at is null
    left join programme_versions versions on versions.id = stages.programme_version_id
    where accounts.payout_enabled and accounts.user_id > ${afterUserId}
    order by accounts.user_id limit ${BATCH}`.execute(kysely);
  return rows;
}

async function judge(
  context: LiabilityContext,
  subjects: readonly Subject[],
  now: number,
): Promise<LiabilityFact[]> {
  if (subjects.length === 0) return [];
  const { kysely } = context.database;
  const ids = subjects.map(({ stageId }) => stageId);
  const read = await readStagesById(kysely, ids);
  const stages = new Map<number, RecordStage>(read.map((stage) => [stage.id, stage]));
  // Stages that were deleted in between do not count.
  const present = subjects.flatMap((subject) => {
    const stage = stages.get(subject.stageId);
    return stage ? [{ ...subject, payoutId: null, payoutEnabled: true, stage }] : [];
  });
  const readiness = await readEachReadiness(context, present, {
    standings: await readStandings(context, read),
    stageRequests: await readStageRequests(kysely, present),
    trades: await readClosedTrades(kysely, read),
  });
  return present.flatMap((subject, i) =>
    stageFacts(
      { ...subject, startedAt: subject.stage.startedAt },
      readIfPossible(context, subject.stage, readiness[i]!),
      now,
    ),
  );
}

function readIfPossible<Read>({ log }: LiabilityContext, stage: RecordStage, read: () => Read) {
  try {
    return read();
  } catch (error) {
    log.error({ err: error, stageId: stage.id }, "a stage could not be judged");
    return undefined;
  }
}

/** Reads the pending requests, and the approved ones that have not been paid. */
async function readRequests(kysely: Kysely<Tables>): Promise<LiabilityFact[]> {
  const selected = sql`
    select payout_requests.status, payout_requests.id, payout_requests.user_id as "userId",
      payout_requests.stage_id as "stageId", payout_requests.created_at as at,
      payout_requests.amount, payout_requests.currency, versions.programme_id as "programmeId",
      stages.programme_version_id as "programmeVersionId", stages.programme_step as step,
      stages.initial_balance as "initialBalance"
    from payout_requests ${joinStageOfRequest}`;
  const { rows } = await sql<
    LiabilityPlace & { status: "pending" | "approved"; id: number; at: string; amount: string }
  >`
    ${selected} where payout_requests.status = 'pending'
    union all ${selected} where ${isUnpaid}
    union all ${selected} where ${isInOpenRun} and payout_requests.status = 'approved'`.execute(
    kysely,
  );
  return rows.map(({ status, at, amount, ...place }) => ({
    ...place,
    cell: status === "pending" ? "pending" : "approvedUnpaid",
    kind: "request",
    at: Date.parse(at),
    amount: storedCents(amount),
  }));
}
