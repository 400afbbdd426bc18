import type { Verdict } from "../../../../src/business/rulebook/engine/verdict.schema.ts";
import type { QueuedReview } from "../../../../src/business/decisions/reviews/review.schema.ts";
import { kindOf } from "../../../../src/business/rulebook/kinds/kinds.rule.ts";
import {
  brokenConduct,
  brokenRules,
  type ReviewDecision,
  type ReviewKind,
  reviewSubject,
} from "../../../../src/business/record/verdicts/review-subject.rule.ts";
import type { Statement } from "../../../../src/business/record/statements/statement.schema.ts";
import { formatMoney } from "../../../../src/platform/money/money.ts";
import type { BadgeTone } from "../../../components/badge/badge.tsx";
import type { ChartMark } from "../../../components/chart/mark.tsx";
import { concludeBreach } from "../../../domain/verdicts/breach-conclusion.ts";
import type { BreachStanding } from "../../../domain/verdicts/verdict-words.ts";
import { caseStatus } from "../../../domain/cases/case-status.ts";
import { sayTimes } from "../../../domain/format/dates.ts";

type Reviewed = Pick<QueuedReview, "kind" | "decision">;

const subjects = { breach: "Breach", pass: "Pass" } as const;

interface Badge {
  word: string;
  tone: BadgeTone;
}

/**
 * Returns the badge of a review: what it is about and its state, such as `Breach confirmed`.
 * @param hasAppeal whether an appeal against it was granted
 */
export function reviewStatus({ kind, decision }: Reviewed, hasAppeal = false): Badge {
  const subject = subjects[kind];
  if (decision === null) return caseStatus("open", subject);
  if (hasAppeal) return caseStatus("overturned", subject);
  const { word, tone } = caseStatus(decision === "confirm" ? "confirmed" : "dismissed", subject);
  return { word, tone: kind === "pass" && decision === "confirm" ? "green" : tone };
}

type Badged = Reviewed & Pick<QueuedReview, "verdict" | "stage">;

/** Like `reviewStatus`, with what has become of it: an open pass whose records contradict each other is not shown as one. */
export function reviewBadge(review: Badged): Badge {
  const { kind, decision, verdict } = review;
  const isContradicted = kind === "pass" && decision === null && verdict.grade === "incomplete";
  if (isContradicted) return { word: "Pass, contradicted", tone: "orange" };
  return reviewStatus(review, isOverturned(review));
}

/** Like `reviewBadge`, below a heading that says that the reviews are open: only what it is about. */
export function queueBadge(review: Badged): Badge {
  const { kind, decision } = review;
  const badge = reviewBadge(review);
  if (decision !== null || badge.tone === "orange") return badge;
  return { word: subjects[kind], tone: kind === "breach" ? "red" : "green" };
}

/** Whether an appeal has overturned a confirmed breach: nothing else sets one aside after it was confirmed. */
function isOverturned({ kind, decision, verdict, stage }: Badged): boolean {
  if (kind !== "breach" || decision !== "confirm") return false;
  const keys = new Set(reviewSubject(verdict)?.keys);
  return stage.waivers.some(({ key }) => keys.has(key));
}

export function standingOf(review: Badged): BreachStanding {
  if (review.decision === null) return "under_review";
  if (isOverturned(review)) return "overturned";
  return review.decision === "confirm" ? "confirmed" : "dismissed";
}

/**
 * States what a review is about in a few words: `$28.78 below the daily floor`. Each rule has its own text.
 * @param timeZone that of the rules, if the text states the time: `$28.78 below the daily floor at Mar 02, 2026, …`
 */
export function reviewSubjects(
  { kind, verdict, stage }: Pick<QueuedReview, "kind" | "verdict" | "stage">,
  ...time: [timeZone?: string | undefined]
): string[] {
  if (kind === "pass") return ["Every objective is met, and no limit is breached"];
  return concludeBreach(verdict, stage.currency, ...time);
}

/** Returns the figures behind the conclusion, rule by rule: `Equity or balance $94,999.99, floor $95,000.00`. */
export function reviewFigures({
  verdict,
  stage,
}: Pick<QueuedReview, "verdict" | "stage">): string[] {
  const money = (amount: string) => formatMoney(amount, stage.currency);
  return brokenRules(verdict).flatMap(({ kind, breach }) =>
    breach?.value && breach.floor
      ? [`${kindOf(kind).name}: ${money(breach.value)} seen, floor ${money(breach.floor)}`]
      : [],
  );
}

/** Returns the time of the breach or of the last objective that was reached, according to the records. */
export function reviewedAt({ verdict, createdAt }: Pick<QueuedReview, "verdict" | "createdAt">) {
  return verdict.endedAt === null ? createdAt : new Date(verdict.endedAt);
}

/** Returns the moment of the breach, or of reaching the profit target, to mark in the chart. */
export function reviewedMoment({ kind, verdict }: QueuedReview): ChartMark | undefined {
  if (kind === "breach") return markAt(verdict.endedAt, "Breach", "loss");
  const [reached] = verdict.rules.flatMap((rule) =>
    rule.kind === "profit_target" && "reachedAt" in rule ? [rule.reachedAt] : [],
  );
  return markAt(reached ?? null, "Target reached", "gain");
}

function markAt(time: string | null, label: string, tone: ChartMark["tone"]) {
  return time === null ? undefined : { label, tone, time: Date.parse(time) };
}

/** Returns whether the verdict has changed since the review was opened in a way that affects the decision. */
export function isChanged(kept: Verdict, present: Verdict): boolean {
  return keyOf(kept) !== keyOf(present);
}

function keyOf(verdict: Verdict): string {
  const { outcome, endedAt, rulesVersionId, rules, grade } = verdict;
  const found = brokenConduct(verdict).map(({ finding }) => finding.key);
  const statuses = rules.map((rule) => [
    rule.kind,
    rule.index,
    rule.status,
    "breach" in rule ? rule.breach : null,
  ]);
  return JSON.stringify([outcome, endedAt, rulesVersionId, grade, statuses, found]);
}

const confirmed = { breach: "breached", pass: "passed" } as const;

/** What is decided most often, in the words that the trader reads. */
export const commonReasons: Record<ReviewKind, Record<ReviewDecision, readonly string[]>> = {
  breach: {
    confirm: [
      "The records of the platform show the breach.",
      "The limit was breached with open positions; the equity counts, as the rules say.",
      "The rule of conduct was broken, as the trades show.",
    ],
    dismiss: [
      "A wrong price of the platform caused the breach.",
      "The platform was not available, so the position could not be closed.",
      "The records were incomplete or wrong; they have been corrected.",
      "The breach came from a booking of the firm, not from trading.",
    ],
  },
  pass: {
    confirm: ["Every objective is met, and the trades follow the rules."],
    dismiss: [
      "The records contradict each other.",
      "The trades do not follow the rules of conduct.",
      "The trades were copied from another account.",
    ],
  },
};

/** The server refuses to confirm a review that its current verdict no longer supports. */
export function canConfirm(kind: QueuedReview["kind"], present: Verdict): boolean {
  return present.outcome === confirmed[kind];
}

interface DecisionWords {
  title: string;
  verb: string;
  pending: string;
  look: "primary" | "danger";
  /** The consequence in one sentence. */
  consequence: string;
  done: string;
  failed: string;
}

/** The texts of a decision's dialog, buttons and toasts. */
export const decisionWords: Record<ReviewKind, Record<ReviewDecision, DecisionWords>> = {
  breach: {
    confirm: {
      title: "Confirm Breach",
      verb: "Confirm Breach",
      pending: "Confirming...",
      look: "danger",
      consequence: "The account is set to breached, and the stage ends as failed.",
      done: "Breach confirmed",
      failed: "Failed to confirm the breach",
    },
    dismiss: {
      title: "Dismiss Breach",
      verb: "Dismiss Breach",
      pending: "Dismissing...",
      look: "primary",
      consequence:
        "The account returns to its former status. The same breach will not be reported again.",
      done: "Breach dismissed",
      failed: "Failed to dismiss the breach",
    },
  },
  pass: {
    confirm: {
      title: "Confirm Pass",
      verb: "Confirm Pass",
      pending: "Confirming...",
      look: "primary",
      consequence: "The stage ends as passed, and the account returns to its former status.",
      done: "Pass confirmed",
      failed: "Failed to confirm the pass",
    },
    dismiss: {
      title: "Dismiss Pass",
      verb: "Dismiss Pass",
      pending: "Dismissing...",
      look: "primary",
      consequence:
        "The account returns to its former status. The same pass will not be reported again.",
      done: "Pass dismissed",
      failed: "Failed to dismiss the pass",
    },
  },
};

/** A statement, as far as it can contradict a verdict. */
type CheckedStatement = Pick<Statement, "fileName" | "withdrawnAt"> & {
  reconciliation: { findings: readonly { code: string; message: string }[] };
};

/** Returns, in sentences, the findings on the records of a stage, and its statements of another account. */
export function contradictionsOf(
  { findings }: Pick<Verdict, "findings">,
  statements: readonly CheckedStatement[],
): string[] {
  const others = statements
    .filter(({ withdrawnAt }) => withdrawnAt === null)
    .flatMap(({ fileName, reconciliation }) =>
      reconciliation.findings
        .filter(({ code }) => code === "other_login")
        .map(({ message }) => `${fileName}: ${message}`),
    );
  // A possible breach is what was not observed, which the grade of the evidence shows.
  const contradicting = findings.filter(({ code }) => code !== "possible_breach");
  const sentences = [...contradicting.map(({ message }) => sayTimes(message)), ...others];
  return [...new Set(sentences.map((text) => (text.endsWith(".") ? text : `${text}.`)))];
}
