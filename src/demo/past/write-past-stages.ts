import { sql } from "kysely";
import { readPlayedStages } from "../../business/record/derivation/played-stages.queries.ts";
import { deriveStages, wholeStage } from "../../business/record/derivation/derive-stages.ts";
import { insertRecords } from "../../business/record/records/insert-records.queries.ts";
import {
  readStages,
  type RecordStage,
} from "../../business/record/records/record-stages.queries.ts";
import {
  judgeStages,
  latestAsOf,
  type StageJudgement,
} from "../../business/record/verdicts/judge-stage.ts";
import { reviewSubject } from "../../business/record/verdicts/review-subject.rule.ts";
import { storeVerdicts } from "../../business/record/verdicts/store-verdicts.ts";
import { insertRows, kyselyOf } from "../../platform/database/database.ts";
import type { Transaction } from "../../platform/database/orm.ts";
import { MINUTE } from "../../platform/time/durations.rule.ts";
import { backOfficeActor } from "../account-history.ts";
import { formatPrice } from "../trading/market.ts";
import { commissionOf, type Position, profitAt } from "../trading/position.ts";
import { formatDecimal } from "../../platform/money/money.ts";
import type { PastStage } from "./former-customers.ts";
import type { PastOutcome } from "./past-stage.ts";

/** A stage of the past, and what it belongs to. */
export interface PlacedPastStage {
  past: PastStage;
  accountId: number;
  userId: number;
  /** Whole dollars. */
  size: number;
  phase: string;
  server: string;
  programmeVersionId: number;
  rulesVersionId: number;
}

export const outcomes = {
  passed: "passed",
  "daily-loss": "failed",
  "overall-loss": "failed",
  left: "abandoned",
} as const satisfies Record<PastOutcome, string>;

/**
 * Inserts stages with their deals, and all that follows: derived rows, verdicts, and the reviews of passes and breaches,
 * which the back office has confirmed.
 * @param tokenId of the bridge that has sent the deals
 * @returns the ids of the stages
 */
export async function writePastStages(
  transaction: Transaction,
  stages: readonly PlacedPastStage[],
  tokenId: number,
): Promise<Map<PastStage, number>> {
  const kysely = kyselyOf(transaction);
  const ids = await insertStages(transaction, stages);
  const deals = stages.flatMap((placed) => dealRows(placed, ids.get(placed.past)!, tokenId));
  await insertRecords(kysely, "deals", deals);
  const accountIds = [...new Set(stages.map(({ accountId }) => accountId))];
  const written = new Set(ids.values());
  const read = (await readStages(kysely, accountIds)).filter(({ id }) => written.has(id));
  await deriveStages(transaction, read.map(wholeStage));
  await judge(transaction, stages, { read, ids, tokenId });
  return ids;
}

async function insertStages(
  transaction: Transaction,
  stages: readonly PlacedPastStage[],
): Promise<Map<PastStage, number>> {
  const ids = new Map<PastStage, number>();
  const rows = stages.map((placed) => {
    const { past, phase, size, server } = placed;
    return {
      account_id: placed.accountId,
      phase,
      currency: "USD",
      initial_balance: `${size}.00`,
      rules_version_id: placed.rulesVersionId,
      programme_version_id: placed.programmeVersionId,
      programme_step: past.step,
      started_at: past.startedAt.toISOString(),
      ended_at: past.endedAt.toISOString(),
      outcome: outcomes[past.outcome],
      login: past.login,
      server,
      created_at: past.startedAt.toISOString(),
    };
  });
  const found = await kyselyOf(transaction)
    .insertInto("stages")
    .values(rows)
    .returning(["id", "account_id", "programme_step"])
    .execute();
  const keyOf = (accountId: number, step: number | null) => `${accountId} ${step}`;
  const byKey = new Map(found.map((row) => [keyOf(row.account_id, row.programme_step), row.id]));
  for (const { past, accountId } of stages) ids.set(past, byKey.get(keyOf(accountId, past.step))!);
  return ids;
}

/** Tickets only have to differ within an account. */
function dealRows({ past, accountId }: PlacedPastStage, stageId: number, tokenId: number) {
  const first = Number(past.login) * 100;
  return past.positions.flatMap((position, index) => {
    const { instrument, side, volume, openTime, openPrice, exit } = position as Closed;
    const opened = String(first + 2 * index);
    const of = {
      account_id: accountId,
      stage_id: stageId,
      stands: true,
      token_id: tokenId,
      position: opened,
      symbol: instrument.symbol,
      volume: (volume / 100).toFixed(2),
      swap: "0.00",
      fee: "0.00",
    };
    const at = (time: number) => ({
      time: new Date(time).toISOString(),
      received_at: new Date(time).toISOString(),
    });
    return [
      {
        ...of,
        ...at(openTime),
        ticket: opened,
        entry: "in",
        side,
        price: formatPrice(instrument, openPrice),
        profit: "0.00",
        commission: "0.00",
      },
      {
        ...of,
        ...at(exit.time),
        ticket: String(first + 2 * index + 1),
        entry: "out",
        side: side === "buy" ? "sell" : "buy",
        price: formatPrice(instrument, exit.price),
        profit: formatDecimal(profitAt(position, exit.price)),
        commission: formatDecimal(commissionOf(position)),
      },
    ];
  });
}

type Closed = Required<Position>;

interface Written {
  read: RecordStage[];
  ids: ReadonlyMap<PastStage, number>;
  tokenId: number;
}

async function judge(
  transaction: Transaction,
  stages: readonly PlacedPastStage[],
  { read, ids, tokenId }: Written,
): Promise<void> {
  const kysely = kyselyOf(transaction);
  const played = await readPlayedStages(kysely, read);
  const judged = await judgeStages(kysely, played, (each) =>
    latestAsOf(each, Number.POSITIVE_INFINITY),
  );
  const cause = { kind: "feed", id: tokenId, message: "Deals arrived from the feed" } as const;
  const { complete } = await storeVerdicts(kysely, judged, new Date(0), () => cause);
  await dateVerdicts(transaction, stages, ids);
  const pastOf = new Map(stages.map(({ past }) => [ids.get(past)!, past]));
  const rows = await Promise.all(
    judged.flatMap((each) => {
      const subject = reviewSubject(each.judgement, each.stage.rules?.limits);
      return subject ? [reviewRow(each, subject, pastOf.get(each.stage.id)!, complete)] : [];
    }),
  );
  await insertRows(kysely, "reviews", rows);
}

/** The verdicts were kept when the last deal was made, or the stage was closed without any. */
async function dateVerdicts(
  transaction: Transaction,
  stages: readonly PlacedPastStage[],
  ids: ReadonlyMap<PastStage, number>,
): Promise<void> {
  const rows = stages.map(({ past, accountId }) => ({
    account_id: accountId,
    stage_id: ids.get(past),
    at: new Date(lastTime(past)).toISOString(),
  }));
  await sql`update verdicts set at = dated.at
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as dated (account_id int, stage_id int, at timestamptz)
    where verdicts.account_id = dated.account_id and verdicts.stage_id = dated.stage_id`.execute(
    kyselyOf(transaction),
  );
}

const lastTime = ({ positions, endedAt }: PastStage) =>
  positions.at(-1)?.exit?.time ?? endedAt.getTime();

async function reviewRow(
  judged: StageJudgement,
  { kind, keys }: NonNullable<ReturnType<typeof reviewSubject>>,
  past: PastStage,
  complete: (judged: StageJudgement) => Promise<object>,
) {
  const { stage } = judged;
  return {
    account_id: stage.accountId,
    stage_id: stage.id,
    kind,
    verdict: JSON.stringify(await complete(judged)),
    subjects: keys,
    former_status: "active" as const,
    created_at: new Date(lastTime(past) + MINUTE / 2).toISOString(),
    decision: "confirm" as const,
    reason: reasons[kind],
    decided_at: past.endedAt.toISOString(),
    decided_by: backOfficeActor().label,
  };
}

/** What the back office wrote. */
export const reasons = {
  breach: "The deals on the platform show the same loss.",
  pass: "All deals checked; the target was reached within the limits.",
} as const;
