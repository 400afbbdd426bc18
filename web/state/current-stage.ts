import type { Stage } from "../../src/business/stages/stage.schema.ts";

export function openStage(stages: readonly Stage[]): Stage | undefined {
  return stages.find(({ endedAt }) => endedAt === null);
}

/**
 * The stage of new records: the open one, else the last.
 * @param stages newest first, as the server lists them
 */
export function currentStage(stages: readonly Stage[]): Stage | undefined {
  return openStage(stages) ?? stages[0];
}
