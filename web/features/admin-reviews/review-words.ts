import type { Verdict } from "../../../src/business/rulebook/engine/verdict.schema.ts";
import type { QueuedReview } from "../../../src/business/decisions/reviews/review.schema.ts";
import { kindOf } from "../../../src/business/rulebook/kinds/kinds.rule.ts";
import {
  brokenConduct,
  brokenRules,
  type ReviewDecision,
  type ReviewKind,
} from "../../../src/business/record/verdicts/review-subject.rule.ts";
import type { Statement } from "../../../src/business/record/statements/statement.schema.ts";
import { formatMoney } from "../../../src/platform/money/money.ts";
import type { BadgeTone } from "../../components/badge/badge.tsx";
import type { ChartMark } from "../../components/chart/mark.tsx";
import type { BreachStanding } from "../../domain/verdicts/verdict-words.ts";
import { sayTimes } from "../../domain/format/dates.ts";

type Reviewed = Pick<QueuedReview, "kind" | "decision">;

const waiting = {
  breach: { word: "Breach", tone: "red" },
  pass: { word: "Pass", tone: "green" },
} as const;

const decided = {
  breach: {
    confirm: { word: "Breach confirmed", tone: "red" },
    dismiss: { word: "Breach dismissed", tone: "gray" },
  },
  pass: {
    confirm: { word: "Pass confirmed", tone: "green" },
    dismiss: { word: "Pass dismissed", tone: "gray" },
  },
} as const;

/** Returns the badge of a review: its subject while it is open, its decision afterwards. */
export function reviewStatus({ kind, decision }: Reviewed): { word: string; tone: BadgeTone } {
  return decision === null ? waiting[kind] : decided[kind][decision];
}

/** Like `reviewStatus`, for lists and titles: an open pass whose records contradict each other is not shown as one. */
export function reviewBadge(review: Reviewed & Pick<QueuedReview, "verdict">): {
  word: string;
  tone: BadgeTone;
} {
  const { kind, decision, verdict } = review;
  const isContradicted = kind === "pass" && decision === null && verdict.grade === "incomplete";
  return isContradicted ? { word: "Pass, contradicted", tone: "orange" } : reviewStatus(review);
}

export function standingOf({ decision }: Pick<Reviewed, "decision">): BreachStanding {
  if (decision === null) return "under_review";
  return decision === "confirm" ? "confirmed" : "dismissed";
}

/** Describes the subject in a few words with the figures: `Daily loss: $94,999.99, floor $95,000.00`. */
export function reviewSubjects({ kind, verdict, stage }: QueuedReview): string[] {
  if (kind === "pass") return ["Every objective is met"];
  const found = brokenConduct(verdict).map(({ finding }) => sayTimes(finding.reason));
  const broken = brokenRules(verdict).map(({ kind: rule, breach, reason }) => {
    const name = kindOf(rule).name;
    if (!breach?.value || !breach.floor) return sayTimes(reason);
    const money = (amount: string) => formatMoney(amount, stage.currency);
    return `${name}: ${money(breach.value)}, floor ${money(breach.floor)}`;
  });
  return [...broken, ...found];
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
