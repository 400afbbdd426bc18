import type { ConductVerdict } from "../../../src/business/rulebook/engine/conduct-verdict.schema.ts";
import type {
  Coverage,
  LimitVerdict,
  ObjectiveVerdict,
  Verdict,
} from "../../../src/business/rulebook/engine/verdict.schema.ts";
import {
  breachReasons,
  reviewSubject,
} from "../../../src/business/record/verdicts/review-subject.rule.ts";
import { caseStatus } from "../cases/case-status.ts";
import { formatDuration, sayTimes } from "../format/dates.ts";
import type { BadgeTone } from "../../components/badge/badge.tsx";

/** The state of a breach: an administrator confirms or dismisses each one, and a granted appeal overturns it. */
export type BreachStanding = "confirmed" | "under_review" | "dismissed" | "overturned";

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
  under_review: caseStatus("open", "Breach"),
  dismissed: caseStatus("dismissed", "Breach"),
  overturned: caseStatus("overturned", "Breach"),
};

/** Returns the outcome of a verdict as a badge. */
export function outcomeStatus(outcome: Verdict["outcome"], standing: BreachStanding): Status {
  if (outcome === "breached") return breachStatuses[standing];
  if (outcome === "passed") return { word: "Passed", tone: "green" };
  if (outcome === "undetermined") return { word: "Undetermined", tone: "orange" };
  return { word: "In progress", tone: "gray" };
}

/** Describes the outcome in one or two sentences. @param timeZone that of the rules, if they are known */
export function outcomeSentence(
  verdict: Verdict,
  standing: BreachStanding,
  timeZone?: string,
): string {
  if (verdict.outcome === "breached") return breachSentence(verdict, standing, timeZone);
  if (verdict.outcome === "passed") return "Every objective is met, and no limit is breached.";
  if (verdict.outcome === "undetermined") {
    return "Every objective is met. It is not known whether every limit was kept.";
  }
  return progressSentence(verdict);
}

/**
 * Says what records that arrived later have changed about an open review; `null` if it is still about the same.
 * @param kept the verdict that opened the review
 * @param timeZone that of the rules
 */
export function laterChange(kept: Verdict, present: Verdict, timeZone: string): string | null {
  const before = reviewSubject(kept);
  const now = reviewSubject(present);
  if (before?.keys.join() === now?.keys.join()) return null;
  if (before?.kind === "pass") {
    if (now?.kind === "pass") return null;
    return "By the present records, not all objectives are met, or a limit was breached.";
  }
  if (now?.kind !== "breach") return "By the present records, no limit is breached.";
  const broken = breachReasons(present).map((reason) => sayTimes(reason, timeZone));
  return `By the present records, the breach is another one: ${broken.join(" ")}`;
}

function breachSentence(
  { rules, conduct = [] }: Verdict,
  standing: BreachStanding,
  timeZone?: string,
): string {
  const broken = [...rules, ...conduct].flatMap((rule) =>
    rule.status === "breached" ? [sayTimes(rule.reason, timeZone)] : [],
  );
  const next = {
    confirmed: "The breach is confirmed, and the stage has ended.",
    under_review: "An administrator reviews this before it takes effect.",
    dismissed: "This breach was dismissed and has no effect.",
    overturned: "This breach was overturned on appeal and has no effect.",
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
        ? ["A limit was breached; the evaluation continues."]
        : rules.some((rule) => "breach" in rule && rule.breach?.waived)
          ? ["No breach stands; one was set aside, and the evaluation continues."]
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

/** What the words of a verdict mean, for a legend. */
export const verdictTerms: Readonly<Record<string, string>> = {
  Kept: "The limit was not breached by anything that is known. How much is known stands under Evidence.",
  "Breach set aside":
    "The limit was breached, and the firm decided that this has no effect. It is judged again from its next comparison that is no breach, or from the next trading day.",
  "Close to the limit": "Less than a fifth of the limit is left.",
  Undetermined:
    "What the rule needs was not observed, so it is not known whether the limit was kept.",
  [gradeWords.observed]:
    "Every booking is known, and equity was seen during all of the time with open positions, without a longer gap than the rules allow.",
  [gradeWords.partly_observed]:
    "Every booking is known, and equity was seen during some of the time with open positions. What it was in the rest is unknown.",
  [gradeWords.closed_results]:
    "Every booking is known. What equity was while positions were open is unknown.",
  [gradeWords.incomplete]: "The records contradict each other, so the figures are not final.",
  [gradeWords.stated]: "The firm entered the figures by hand; there are no records.",
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

/** Returns the status of a rule of conduct as a badge. */
export function conductStatus(status: ConductVerdict["status"], standing: BreachStanding): Status {
  switch (status) {
    case "breached":
      return breachStatuses[standing];
    case "found":
      return { word: "Found", tone: "yellow" };
    case "undetermined":
      return { word: "Undetermined", tone: "orange" };
    default:
      return { word: "Kept", tone: "green" };
  }
}

/** In percent of the limit; less room than this counts as close. */
const CLOSE_PERCENT = 20;

interface LimitContext {
  outcome: Verdict["outcome"];
  standing: BreachStanding;
  isFinal: boolean;
  /** In percent of the limit; `null` if the limit is not known in money. */
  roomPercent: number | null;
}

export function limitStatus(rule: LimitVerdict, context: LimitContext): Status {
  const { status, breach, room } = rule;
  if (status === "undetermined") return { word: "Undetermined", tone: "orange" };
  if (status === "breached") return brokenStatus(context);
  // While the limit has no room, or if it has none to show.
  if (breach?.waived && (room === null || room.startsWith("-"))) {
    return { word: "Breach set aside", tone: "gray" };
  }
  const isClose = context.roomPercent !== null && context.roomPercent < CLOSE_PERCENT;
  return isClose && !context.isFinal
    ? { word: "Close to the limit", tone: "orange" }
    : { word: "Kept", tone: "green" };
}

/** A breach that does not end the evaluation is only reported; others must be confirmed by an administrator. */
function brokenStatus({ outcome, standing }: LimitContext): Status {
  if (outcome !== "breached") return { word: "Breached, reported", tone: "orange" };
  if (standing === "confirmed") return { word: "Breached", tone: "red" };
  return caseStatus(standing === "under_review" ? "open" : standing);
}

export function objectiveStatus(
  { status }: ObjectiveVerdict,
  { isFinal }: { isFinal: boolean },
): Status {
  if (status === "met") return { word: "Met", tone: "green" };
  return { word: isFinal ? "Not met" : "Not yet met", tone: "gray" };
}
