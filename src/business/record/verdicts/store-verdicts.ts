import type { Insertable, Kysely } from "kysely";
import { insertRows } from "../../../platform/database/database.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import type { Verdict } from "../../rulebook/engine/verdict.schema.ts";
import type { RecordStage } from "../records/record-stages.queries.ts";
import { hashAllRecords, hashChangedRecords } from "../records/records-hash.queries.ts";
import { readCurrent, writeCurrent } from "./current-verdicts.queries.ts";
import { completeVerdict, type StageJudgement, verdictKey } from "./judge-stage.ts";
import type { Cause } from "./verdicts.schema.ts";

const decisions: readonly Cause["kind"][] = ["appeal", "review", "correction", "waiver"];

/** Whether people have caused a verdict by a decision, which is worth keeping even if it changed no status. */
const isDecision = ({ kind }: Cause) => decisions.includes(kind);

/** Adds the hashes of its inputs to a judgement. */
export type CompleteJudgement = (judged: StageJudgement) => Promise<Verdict>;

interface StoredVerdicts {
  complete: CompleteJudgement;
  /** The stages whose verdicts were kept. */
  kept: ReadonlySet<number>;
}

/**
 * Stores the current verdicts of stages, and keeps those whose outcome, statuses or findings changed, and those that a
 * correction or a decision caused.
 * @param judged stages with rules; others have no stored verdicts
 */
export async function storeVerdicts(
  kysely: Kysely<Tables>,
  judged: StageJudgement[],
  at: Date,
  causeOf: (stage: RecordStage) => Cause,
): Promise<StoredVerdicts> {
  const current = await readCurrent(
    kysely,
    judged.map(({ stage }) => stage),
  );
  await writeCurrent(kysely, judged);
  const changed = judged.filter(
    ({ stage, judgement }) =>
      current.get(stage.id)?.key !== verdictKey(judgement) || isDecision(causeOf(stage)),
  );
  const hashes = await hashChangedRecords(
    kysely,
    changed.map(({ stage }) => stage),
  );
  const complete: CompleteJudgement = async (each) => {
    const { stage, judgement } = each;
    const hash = hashes.get(stage.id) ?? (await hashAllRecords(kysely, stage));
    return completeVerdict(each, judgement, hash);
  };
  const rows: Insertable<Tables["verdicts"]>[] = [];
  for (const each of changed) {
    const { stage, judgement } = each;
    rows.push({
      account_id: stage.accountId,
      stage_id: stage.id,
      at: at.toISOString(),
      outcome: judgement.outcome,
      grade: judgement.grade,
      key: verdictKey(judgement),
      verdict: JSON.stringify(await complete(each)),
      cause: JSON.stringify(causeOf(stage)),
    });
  }
  await insertRows(kysely, "verdicts", rows);
  return { complete, kept: new Set(changed.map(({ stage }) => stage.id)) };
}
