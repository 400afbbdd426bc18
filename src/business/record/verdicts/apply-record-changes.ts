import type { Insertable, Kysely } from "kysely";
import { insertRows, kyselyOf } from "../../../platform/database/database.ts";
import type { Transaction } from "../../../platform/database/orm.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { deriveStages, type StageChange } from "../records/derive-stages.ts";
import type { PlayedStage } from "../records/played-stage.queries.ts";
import type { RecordStage } from "../records/record-stages.queries.ts";
import { sendWarnings } from "../warnings/warnings.ts";
import type { Verdict } from "../../rulebook/engine/verdict.schema.ts";
import { readCurrent, writeCurrent } from "./current-verdicts.queries.ts";
import { readEvidence } from "./evidence.queries.ts";
import {
  completeVerdict,
  judgeStage,
  latestAsOf,
  type StageJudgement,
  type VerdictContext,
  verdictKey,
} from "./judge-stage.ts";
import { openReviews } from "./open-reviews.ts";
import { hashAllRecords, hashChangedRecords } from "../records/records-hash.queries.ts";
import type { Cause } from "./verdicts.schema.ts";

/** One cause for all stages, or a function that returns one for each. */
export type CauseOf = Cause | ((stage: RecordStage) => Cause);

/**
 * Brings the derived rows and the verdicts of stages up to date after their records changed.
 * @param transaction a transaction that has locked the accounts
 */
export async function applyRecordChanges(
  context: VerdictContext,
  transaction: Transaction,
  changes: StageChange[],
  cause: CauseOf,
): Promise<void> {
  await storeVerdicts(context, transaction, await deriveStages(transaction, changes), cause);
}

/**
 * Judges stages, and stores the verdicts whose outcome or statuses changed, and those that an appeal caused. A first
 * breach or a pass opens a review, and warnings that are due are sent. Stages without rules have no stored verdicts.
 * @param transaction a transaction that has locked the accounts and will not change their records any more
 */
export async function storeVerdicts(
  context: VerdictContext,
  transaction: Transaction,
  stages: PlayedStage[],
  causeOf: CauseOf,
): Promise<void> {
  const kysely = kyselyOf(transaction);
  const now = context.clock.now();
  const judged = await judgeStages(kysely, stages, (played) => latestAsOf(played, now.getTime()));
  if (judged.length === 0) return;
  const current = await readCurrent(
    kysely,
    judged.map(({ stage }) => stage),
  );
  await writeCurrent(kysely, judged);
  const causeFor = (stage: RecordStage) =>
    typeof causeOf === "function" ? causeOf(stage) : causeOf;
  const changed = judged.filter(
    ({ stage, judgement }) =>
      current.get(stage.id)?.key !== verdictKey(judgement) || causeFor(stage).kind === "appeal",
  );
  const hashes = await hashChangedRecords(
    kysely,
    changed.map(({ stage }) => stage),
  );
  const complete = async ({ stage, judgement }: StageJudgement): Promise<Verdict> => {
    const hash = hashes.get(stage.id) ?? (await hashAllRecords(kysely, stage));
    return completeVerdict(stage, judgement, hash);
  };
  const rows: Insertable<Tables["verdicts"]>[] = [];
  for (const each of changed) {
    const { stage, judgement } = each;
    rows.push({
      account_id: stage.accountId,
      stage_id: stage.id,
      at: now.toISOString(),
      outcome: judgement.outcome,
      grade: judgement.grade,
      key: verdictKey(judgement),
      verdict: JSON.stringify(await complete(each)),
      cause: JSON.stringify(causeFor(stage)),
    });
  }
  await insertRows(kysely, "verdicts", rows);
  await openReviews(context, transaction, judged, complete);
  await sendWarnings(context, transaction, judged);
}

/** Judges the stages that have rules. @param asOf returns the time as of which a stage is judged */
export async function judgeStages(
  kysely: Kysely<Tables>,
  stages: PlayedStage[],
  asOf: (stage: PlayedStage) => number,
): Promise<StageJudgement[]> {
  const withRules = stages.filter(({ stage }) => stage.rules !== null);
  if (withRules.length === 0) return [];
  const evidence = await readEvidence(
    kysely,
    withRules.map(({ stage }) => stage),
  );
  return withRules.map((played) =>
    judgeStage(played, asOf(played), evidence.get(played.stage.id)!),
  );
}
