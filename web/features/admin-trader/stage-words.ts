import type { Stage, StageOutcome } from "../../../src/business/trading/stages/stage.schema.ts";
import type { BadgeTone } from "../../components/badge/badge.tsx";
import { formatDay } from "../../domain/format/dates.ts";

export const outcomeWords: Readonly<Record<StageOutcome, { word: string; tone: BadgeTone }>> = {
  passed: { word: "Passed", tone: "green" },
  failed: { word: "Failed", tone: "red" },
  abandoned: { word: "Abandoned", tone: "gray" },
};

/** The outcomes as listed in the form that ends a stage. */
export const outcomeLabels: Readonly<Record<StageOutcome, string>> = {
  passed: outcomeWords.passed.word,
  failed: outcomeWords.failed.word,
  abandoned: outcomeWords.abandoned.word,
};

/** An ended stage need not have an outcome. */
export function describeOutcome({ endedAt, outcome }: Pick<Stage, "endedAt" | "outcome">): {
  word: string;
  tone: BadgeTone;
} {
  if (outcome) return outcomeWords[outcome];
  return endedAt ? { word: "Ended", tone: "gray" } : { word: "In progress", tone: "gray" };
}

/** `Phase 1, since Jan 05, 2026`, `Evaluation, Jan 05, 2026 – Feb 13, 2026`. */
export function describeStage({ phase, startedAt, endedAt }: Stage): string {
  const start = formatDay(startedAt);
  return endedAt ? `${phase}, ${start} – ${formatDay(endedAt)}` : `${phase}, since ${start}`;
}
