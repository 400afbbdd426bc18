import type { Stage } from "../../src/business/stages/stage.schema.ts";

export function openStage(stages: readonly Stage[]): Stage | undefined {
  return stages.find(({ endedAt }) => endedAt === null);
}

/**
 * Returns the stage that new records belong to: the open one, otherwise the last one.
 * @param stages newest first, as returned by the server
 */
export function currentStage(stages: readonly Stage[]): Stage | undefined {
  return openStage(stages) ?? stages[0];
}

/**
 * Returns the currency of a request made at the given time: that of the stage at the time, or of the first stage after
 * it. Matches the server's `payout_currency`.
 * @param stages newest first, as returned by the server
 */
export function currencyAt(stages: readonly Stage[], at: Date): string {
  const stage = stages.find(({ startedAt }) => startedAt <= at) ?? stages.at(-1);
  return stage?.currency ?? "USD";
}
