import type {
  Readiness,
  ReadinessCode,
} from "../../../src/business/money/payouts/readiness.rule.ts";
import type {
  LimitVerdict,
  Verdict,
} from "../../../src/business/rulebook/engine/verdict.schema.ts";
import { kindOf } from "../../../src/business/rulebook/kinds/kinds.rule.ts";
import { moneyIn, storedCents } from "../../../src/platform/money/money.ts";
import { formatDay, momentIn, sayTimes } from "../../domain/format/dates.ts";
import { type RuleWords, tightestLimit } from "../../domain/verdicts/rule-figure.ts";
import type { BreachStanding } from "../../domain/verdicts/verdict-words.ts";

/** The first sentence of the dashboard, in the colour of the danger. */
export interface Conclusion {
  tone: "safe" | "close" | "stopped" | "unknown";
  /** One word or two, before the colon. */
  lead: string;
  text: string;
}

interface ConclusionFacts {
  verdict: Verdict;
  stage: { endedAt: Date | null };
  accountStatus: string | null;
  standing: BreachStanding;
  currency: string;
  timeZone: string;
  words: readonly RuleWords[];
}

/** Says whether the trader may go on, and what is left until which time. `null` if the rules limit no loss. */
export function conclude(facts: ConclusionFacts): Conclusion | null {
  const { verdict, standing, stage, accountStatus } = facts;
  if (verdict.outcome === "breached" && standing !== "dismissed") return stopped(facts);
  const byPerson = accountStatus === null ? undefined : heldBack[accountStatus];
  if (byPerson) return byPerson;
  if (stage.endedAt !== null) {
    return {
      tone: "unknown",
      lead: "Ended",
      text: `this stage ended on ${formatDay(stage.endedAt)}`,
    };
  }
  if (verdict.outcome === "passed") {
    return {
      tone: "safe",
      lead: "Passed",
      text: "every objective is met, and no limit is breached",
    };
  }
  const limits = (["daily_loss", "max_loss"] as const).flatMap(
    (kind) => tightestLimit(verdict, kind) ?? [],
  );
  const known = limits.filter((limit) => limit.room !== null);
  const [nearest] = known.toSorted((one, other) =>
    storedCents(one.room!) < storedCents(other.room!) ? -1 : 1,
  );
  if (nearest) return room(nearest, facts);
  if (limits.length === 0) return null;
  return {
    tone: "unknown",
    lead: "Not known",
    text: "nothing has been compared with the limits yet",
  };
}

/** The statuses of an account that a person has set although the rules have found nothing. */
const heldBack: Readonly<Record<string, Conclusion>> = {
  breached: { tone: "stopped", lead: "Stopped", text: "the firm has closed this account" },
  "under-review": { tone: "close", lead: "On hold", text: "the firm reviews this account" },
};

function stopped({ verdict, standing, timeZone }: ConclusionFacts): Conclusion {
  const broken = verdict.rules.find((rule) => rule.status === "breached");
  const name = broken ? kindOf(broken.kind).name.toLowerCase() : "a rule";
  const at = verdict.endedAt === null ? "" : ` at ${momentIn(verdict.endedAt, timeZone)}`;
  const next = standing === "under_review" ? ", which the firm reviews" : "";
  return {
    tone: "stopped",
    lead: "Stopped",
    text: `the limit of the ${name} was breached${at}${next}`,
  };
}

/** Less than a fifth of a limit is close, as the legend of verdicts says. */
const CLOSE = 5n;

function room(limit: LimitVerdict, { currency, timeZone, words }: ConclusionFacts): Conclusion {
  const left = storedCents(limit.room!);
  const whole = words.find(({ list, index }) => list === "limits" && index === limit.index)?.amount;
  const isClose = left <= 0n || (whole != null && left * CLOSE < storedCents(whole));
  const amount = moneyIn(currency)(left < 0n ? 0n : left);
  const until =
    limit.resetsAt === null
      ? "before the maximum loss"
      : `until ${resetWords(limit.resetsAt, timeZone)}`;
  return {
    tone: isClose ? "close" : "safe",
    lead: isClose ? "Close" : "You are safe",
    text: `${amount} left ${until}`,
  };
}

/** `00:00 (Prague)`. */
function resetWords(resetsAt: string, timeZone: string): string {
  const time = new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit" });
  const city = timeZone.split("/").at(-1)!.replaceAll("_", " ");
  return `${time.format(new Date(resetsAt))} (${city})`;
}

/** Reasons beside which an amount would promise what may never be paid, or say it twice. */
const refusals: ReadonlySet<ReadinessCode> = new Set([
  "payouts_disabled",
  "banned",
  "no_rules",
  "breached",
  "under_review",
  "below_minimum",
]);

/** Says what comes before a payout in a step without payouts; `null` if the stage is over, or without a target. */
export function payoutAfterTarget(
  { outcome, rules }: Pick<Verdict, "outcome" | "rules">,
  stage: { endedAt: Date | null; currency: string },
): string | null {
  const target = rules.find(({ kind }) => kind === "profit_target");
  if (outcome === "breached" || stage.endedAt !== null || !target || !("missing" in target)) {
    return null;
  }
  const { missing } = target;
  return typeof missing === "string" && storedCents(missing) > 0n
    ? `once you are funded. ${moneyIn(stage.currency)(storedCents(missing))} of profit is left to the target.`
    : "once you are funded. The profit target is reached.";
}

/**
 * Says when how much can be paid next, or what is missing.
 * @param currency that of the current stage
 */
export function nextPayout(readiness: Readiness, currency: string): string {
  const { ready, nextAt, reasons } = readiness;
  const amount = moneyIn(currency)(storedCents(readiness.withdrawable));
  if (ready) return `${amount}, now`;
  const missing = reasons.find(({ until }) => until === null) ?? reasons[0];
  const sentence = sayTimes(missing?.message ?? "Nothing can be withdrawn yet.");
  if (storedCents(readiness.withdrawable) <= 0n || missing === undefined) return sentence;
  if (refusals.has(missing.code)) return sentence;
  if (nextAt === null) return `${amount} so far. ${sentence}`;
  const day = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric" });
  const from = `${amount}, from ${day.format(new Date(nextAt))}`;
  return missing?.until === null ? `${from}. ${sentence}` : from;
}
