import type { Stage } from "../../../src/business/record/stages/stage.schema.ts";

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
