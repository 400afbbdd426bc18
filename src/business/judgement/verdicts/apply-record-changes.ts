import type { Em } from "../../../platform/database/orm.ts";
import { deriveStages, type StageChange } from "../../trading/records/derive-stages.ts";
import {
  completeVerdict,
  judgeStage,
  latestAsOf,
  type StageWithState,
  type VerdictContext,
  verdictKey,
} from "./judge-stage.ts";
import type { Insertable, Kysely } from "kysely";
import { insertRows, kyselyOf } from "../../../platform/database/database.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import type { RecordStage } from "../../trading/records/record-stages.queries.ts";
import type { Verdict } from "../engine/verdict.schema.ts";
import type { Cause } from "./verdicts.schema.ts";
import { type Decided, readCurrent, writeCurrent } from "./current-verdicts.queries.ts";
import { readEvidence } from "./evidence.queries.ts";
import { openReviews } from "./open-reviews.ts";
import { hashAllRecords, hashChangedRecords } from "./records-hash.queries.ts";

/**
 * Brings the derived rows and the verdicts of stages up to date after their records changed.
 * @param em a transaction that has locked the accounts
 */
export async function applyRecordChanges(
  context: VerdictContext,
  em: Em,
  changes: StageChange[],
  cause: CauseOf,
): Promise<void> {
  const states = await deriveStages(em, changes);
  const stages = changes.map(({ stage }) => ({ stage, state: states.get(stage.id) }));
  await storeVerdicts(context, em, stages, cause);
}

/** One cause for all stages, or a function that returns one for each. */
export type CauseOf = Cause | ((stage: RecordStage) => Cause);

/**
 * Judges stages, and stores the verdicts whose outcome or statuses changed. A first breach or a pass opens a
 * review. Stages without rules have no stored verdicts.
 * @param em a transaction that has locked the accounts and will not change their records any more
 */
export async function storeVerdicts(
  context: VerdictContext,
  em: Em,
  stages: StageWithState[],
  causeOf: CauseOf,
): Promise<void> {
  const now = context.clock.now();
  const decided = await decide(kyselyOf(em), stages, (stage) => latestAsOf(stage, now.getTime()));
  if (decided.length === 0) return;
  const kysely = kyselyOf(em);
  const current = await readCurrent(
    kysely,
    decided.map(({ stage }) => stage),
  );
  await writeCurrent(kysely, decided);
  const changed = decided.filter(
    ({ stage, judgement }) => current.get(stage.id)?.key !== verdictKey(judgement),
  );
  const hashes = await hashChangedRecords(
    kysely,
    changed.map(({ stage }) => stage),
  );
  const complete = async ({ stage, judgement }: Decided): Promise<Verdict> => {
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
      cause: JSON.stringify(typeof causeOf === "function" ? causeOf(stage) : causeOf),
    });
  }
  await insertRows(kysely, "verdicts", rows);
  await openReviews(context, em, decided, complete);
}

/** @param asOf returns the time as of which a stage is judged */
export async function decide(
  kysely: Kysely<Tables>,
  stages: StageWithState[],
  asOf: (stage: StageWithState) => number,
): Promise<Decided[]> {
  const judged = stages.filter(({ stage }) => stage.rules !== null);
  if (judged.length === 0) return [];
  const evidence = await readEvidence(
    kysely,
    judged.map(({ stage }) => stage),
  );
  return judged.map((each) => {
    const at = asOf(each);
    const { stage } = each;
    return { stage, asOf: at, ...judgeStage(each, at, evidence.get(stage.id)!) };
  });
}
