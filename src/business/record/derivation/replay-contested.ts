import { kyselyOf } from "../../../platform/database/database.ts";
import type { Transaction } from "../../../platform/database/orm.ts";
import { readJudge, type StoredJudge } from "../../rulebook/engine/judge-state.rule.ts";
import { readContested } from "../records/evidence.queries.ts";
import { deriveStages, wholeStage } from "./derive-stages.ts";
import type { PlayedStage } from "./played-stages.queries.ts";

/**
 * Plays the records of stages again if sources disagree about deals of other positions than when they were played, because those
 * prove nothing under rules of conduct, and a finding may have ended the evaluation.
 * @param transaction a transaction that has locked the accounts
 */
export async function replayContested(
  transaction: Transaction,
  played: PlayedStage[],
): Promise<PlayedStage[]> {
  const conducted = played.filter(({ stage, state }) => state && stage.rules?.conduct);
  if (conducted.length === 0) return played;
  const contested = await readContested(
    kyselyOf(transaction),
    conducted.map(({ stage }) => stage),
  );
  const changed = conducted.filter(({ stage, state }) => {
    const present = contested.get(stage.id) ?? [];
    return JSON.stringify(present) !== JSON.stringify(playedContested(state!.judge));
  });
  if (changed.length === 0) return played;
  const derived = await deriveStages(
    transaction,
    changed.map(({ stage }) => wholeStage(stage)),
  );
  const replayed = new Set(derived.map(({ stage }) => stage.id));
  return [...played.filter(({ stage }) => !replayed.has(stage.id)), ...derived];
}

function playedContested({ contested = [] }: StoredJudge): string[] {
  return readJudge({ contested }).contested ?? [];
}
