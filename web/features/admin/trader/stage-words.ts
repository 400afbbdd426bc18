import type { Stage, StageOutcome } from "../../../../src/business/record/stages/stage.schema.ts";
import type { BadgeTone } from "../../../components/badge/badge.tsx";
import { formatDay, viewerZone } from "../../../domain/format/dates.ts";
import { format } from "date-fns";

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

/** Formats a time in the viewer's time zone for a `datetime-local` input: `2026-03-14T09:26`. */
export function toLocalTime(date: Date): string {
  return format(date, "yyyy-MM-dd'T'HH:mm");
}

/** Parses the value of a `datetime-local` input; returns `undefined` if it is empty. */
export function readLocalTime(value: string | undefined): Date | undefined {
  const date = new Date(value ?? "");
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** `In your time zone, Europe/Berlin.` */
export function describeOwnZone(): string {
  return `In your time zone, ${viewerZone()}.`;
}
