import type { Coverage, Verdict } from "../../../src/business/judgement/engine/verdict.schema.ts";
import { formatDuration } from "../format/duration.ts";
import type { BadgeTone } from "../../components/badge/badge.tsx";

/** The state of a breach: an administrator confirms or dismisses each one. */
export type BreachStanding = "confirmed" | "under_review" | "dismissed";

export interface Status {
  word: string;
  tone: BadgeTone;
}

/** What the standing of a breach can be derived from by users who cannot read the reviews. */
interface StandingFacts {
  stage: { outcome: string | null; endedAt: Date | null };
  accountStatus: string | null;
}

/**
 * Derives the standing of a breach. Until its review is decided, the account is under review or breached; a dismissal
 * restores its status.
 */
export function breachStanding({ stage, accountStatus }: StandingFacts): BreachStanding {
  if (stage.outcome === "failed") return "confirmed";
  if (stage.outcome === "passed") return "dismissed";
  const isRestored = accountStatus === "active" || accountStatus === "pending";
  return stage.endedAt === null && isRestored ? "dismissed" : "under_review";
}

const breachStatuses: Record<BreachStanding, Status> = {
  confirmed: { word: "Breached", tone: "red" },
  under_review: { word: "Breach under review", tone: "yellow" },
  dismissed: { word: "Breach not confirmed", tone: "gray" },
};

/** Returns the outcome of a verdict as a badge. */
export function outcomeStatus(outcome: Verdict["outcome"], standing: BreachStanding): Status {
  if (outcome === "breached") return breachStatuses[standing];
  if (outcome === "passed") return { word: "Passed", tone: "green" };
  if (outcome === "undetermined") return { word: "Undetermined", tone: "orange" };
  return { word: "In progress", tone: "gray" };
}

/** Describes the outcome in one or two sentences. */
export function outcomeSentence(verdict: Verdict, standing: BreachStanding): string {
  if (verdict.outcome === "breached") return breachSentence(verdict, standing);
  if (verdict.outcome === "passed") return "Every objective is met, and no limit is breached.";
  if (verdict.outcome === "undetermined") {
    return "Every objective is met. It is not known whether every limit was kept.";
  }
  return progressSentence(verdict);
}

function breachSentence({ rules }: Verdict, standing: BreachStanding): string {
  const broken = rules.flatMap((rule) => (rule.status === "breached" ? [rule.reason] : []));
  const next = {
    confirmed: "The breach is confirmed, and the evaluation has ended.",
    under_review: "An administrator reviews this before it takes effect.",
    dismissed: "This breach was not confirmed and has no effect.",
  };
  return [...broken, next[standing]].join(" ");
}

function progressSentence({ rules }: Verdict): string {
  const objectives = rules.filter(({ status }) => status === "met" || status === "not_met");
  const met = objectives.filter(({ status }) => status === "met").length;
  const limits =
    rules.length === objectives.length
      ? []
      : rules.some(({ status }) => status === "breached")
        ? ["A limit was crossed; the evaluation continues."]
        : ["No limit is breached."];
  const noun = objectives.length === 1 ? "objective is" : "objectives are";
  const progress = objectives.length === 0 ? [] : [`${met} of ${objectives.length} ${noun} met.`];
  return [...limits, ...progress].join(" ");
}

export const gradeWords: Record<Verdict["grade"], string> = {
  observed: "Observed",
  partly_observed: "Partly observed",
  closed_results: "Closed results only",
  incomplete: "Incomplete",
  stated: "Stated",
};

/** Describes how complete the evidence is, including what is not known. */
export function gradeSentence({ grade, coverage }: Pick<Verdict, "grade" | "coverage">): string {
  switch (grade) {
    case "observed":
      return coverageSentence(coverage);
    case "partly_observed":
      return `${coverageSentence(coverage)} Equity during the remaining time is unknown.`;
    case "closed_results":
      return `Only closed results are known. ${coverageSentence(coverage)}`;
    case "incomplete":
      return `The records contradict each other; the findings below show where. ${coverageSentence(coverage)}`;
    default:
      return "There are no trading records. Figures that the firm entered by hand are not judged.";
  }
}

/** Describes for how much of the time with open positions equity was observed. */
export function coverageSentence(coverage: Coverage): string {
  const { openSeconds, observedSeconds, longestGapSeconds } = coverage;
  if (openSeconds === 0) return "No position was open for a second or longer.";
  const open = formatDuration(openSeconds);
  if (observedSeconds === 0) return `Equity was not seen during ${open} with open positions.`;
  const seen = observedSeconds === openSeconds ? "all" : `${formatDuration(observedSeconds)} of`;
  const gap = formatDuration(longestGapSeconds);
  return `Equity was seen during ${seen} ${open} with open positions; the longest gap was ${gap}.`;
}
