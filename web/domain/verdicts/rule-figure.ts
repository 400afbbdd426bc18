import { kindOf } from "../../../src/business/rulebook/kinds/kinds.rule.ts";
import { breachKey } from "../../../src/business/rulebook/engine/breach-key.rule.ts";
import { percentWords } from "../../../src/business/rulebook/kinds/parts/figures.rule.ts";
import type {
  LimitVerdict,
  ObjectiveVerdict,
  Verdict,
} from "../../../src/business/rulebook/engine/verdict.schema.ts";
import { moneyIn, storedCents } from "../../../src/platform/money/money.ts";
import { formatCountOf } from "../format/figures.ts";
import { formatDuration, momentIn, sayTimes } from "../format/dates.ts";
import { type BreachStanding, limitStatus, objectiveStatus, type Status } from "./verdict-words.ts";

type RuleVerdict = Verdict["rules"][number];

/** The colour of a rule's bar by the tone of its status; without one, it is that of the accent. */
export const meterColors: Readonly<Record<string, string>> = {
  green: "var(--green-mark)",
  orange: "var(--orange-mark)",
  yellow: "var(--red-mark)",
  red: "var(--red-mark)",
};

/** A rule in words, with its limit or target in money, as formatted by the server. */
export interface RuleWords {
  list: "limits" | "objectives" | "conduct";
  index: number;
  words: string;
  amount: string | null;
}

/** The context of the verdict on a rule. */
export interface RuleContext {
  currency: string;
  /** The zone of the rules, if they are loaded. */
  timeZone?: string | undefined;
  /** Milliseconds since 1970 UTC, to calculate the time left in the day. */
  now: number;
  /** The stage or its evaluation has ended: nothing can change any more. */
  isFinal: boolean;
  /** The verdict is an earlier one, not the current one. */
  isEarlier?: boolean | undefined;
  outcome: Verdict["outcome"];
  standing: BreachStanding;
  /** The words of this rule, if loaded. */
  words: RuleWords | undefined;
  /** What people have set aside in the stage, if that is known. */
  waivers?: readonly ShownWaiver[] | undefined;
}

/** A breach that a person has set aside. */
export interface ShownWaiver {
  key: string;
  reason: string;
  at: Date;
}

/** The value of a bar, from 0 to 100, and its description. */
export interface RuleMeter {
  value: number;
  /** The position of a limit on the bar. */
  mark?: number;
  text: string;
}

/** What a screen shows of one rule. */
export interface RuleFigure {
  name: string;
  /** The current figure; `null` for rules without one. */
  figure: string | null;
  note: string;
  status: Status;
  meter: RuleMeter | null;
  /** A sentence about the smallest room so far. */
  tightest: string | null;
  /** A sentence about a breach that was set aside, if none stands. */
  setAside: string | null;
  reason: string;
  /** Shows the reason without expanding the rule. */
  isReasonOpen: boolean;
}

export function isLimit(rule: RuleVerdict): rule is LimitVerdict {
  return "room" in rule;
}

export function ruleFigure(rule: RuleVerdict, context: RuleContext): RuleFigure {
  return isLimit(rule) ? limitFigure(rule, context) : objectiveFigure(rule, context);
}

const moneyOf = (currency: string) => {
  const format = moneyIn(currency);
  return (amount: string) => format(storedCents(amount));
};

function limitFigure(rule: LimitVerdict, context: RuleContext): RuleFigure {
  const money = moneyOf(context.currency);
  const meter = roomMeter(rule, context);
  const { tightest } = rule;
  return {
    name: kindOf(rule.kind).name,
    ...limitWords(rule, context),
    status: limitStatus(rule, { ...context, roomPercent: meter?.value ?? null }),
    meter,
    tightest:
      tightest &&
      `The smallest room was ${money(tightest.room)} at ${momentIn(tightest.at, context.timeZone)}: ${money(tightest.value)} against a floor of ${money(tightest.floor)}.`,
    setAside: setAsideWords(rule, context),
    reason: sayTimes(rule.reason, context.timeZone),
    // The summary above gives the reason of a breach that ended the evaluation.
    isReasonOpen:
      rule.status === "undetermined" ||
      (rule.status === "breached" && context.outcome !== "breached"),
  };
}

/** Says which breach was set aside, and when and why, if that is known. */
function setAsideWords(
  { kind, index, breach }: LimitVerdict,
  { timeZone, waivers = [] }: RuleContext,
): string | null {
  if (!breach?.waived) return null;
  const waiver = waivers.find(({ key }) => key === breachKey({ kind, index }, breach.at));
  const found = `The breach of ${momentIn(breach.at, timeZone)} was set aside`;
  return waiver ? `${found} on ${momentIn(waiver.at, timeZone)}: ${waiver.reason}` : `${found}.`;
}

/** Describes the room of a limit with a floor; other limits are described by their reason. */
function limitWords(
  { status, breach, floor, value, room, resetsAt, reason }: LimitVerdict,
  { currency, timeZone, ...time }: RuleContext,
): Pick<RuleFigure, "figure" | "note"> {
  const money = moneyOf(currency);
  if (status === "breached" && breach) {
    if (breach.value === null || breach.floor === null) {
      return { figure: null, note: `Breached at ${momentIn(breach.at, timeZone)}` };
    }
    const beyond = moneyIn(currency)(storedCents(breach.floor) - storedCents(breach.value));
    return { figure: beyond, note: `below the floor at ${momentIn(breach.at, timeZone)}` };
  }
  // The floor of a day may be unknown, but not when the day ends.
  const hasFloor = floor !== null || resetsAt !== null;
  if (!hasFloor) return { figure: null, note: sayTimes(reason, timeZone) };
  if (floor === null) return { figure: null, note: "Today's floor is not known." };
  if (room === null || value === null) {
    return { figure: null, note: `The floor is ${money(floor)}; nothing has been compared yet.` };
  }
  // Only a breach that was set aside leaves a limit kept without any room.
  if (storedCents(room) < 0n) {
    const beyond = moneyIn(currency)(-storedCents(room));
    return { figure: beyond, note: `below the floor of ${money(floor)}; this was set aside` };
  }
  return {
    figure: money(room),
    note: roomNote({ floor, resetsAt }, { money, ...time }),
  };
}

type NoteContext = Pick<RuleContext, "now" | "isFinal" | "isEarlier"> & {
  money: (amount: string) => string;
};

function roomNote(
  { floor, resetsAt }: { floor: string; resetsAt: string | null },
  { money, now, isFinal, isEarlier }: NoteContext,
): string {
  const above = `above the floor of ${money(floor)}`;
  if (isFinal) return `${above} at the end`;
  if (resetsAt === null) return above;
  if (isEarlier) return `left on that day, ${above}`;
  const seconds = Math.max(0, Math.ceil((Date.parse(resetsAt) - now) / 60_000) * 60);
  return seconds === 0
    ? `left today, ${above}; a new day begins`
    : `left today, ${above}; resets in ${formatDuration(seconds).replaceAll(" ", "\u00a0")}`;
}

/** Returns the room left as a share of the limit; `null` if the limit is not known in money. */
function roomMeter({ room }: LimitVerdict, { words, currency }: RuleContext): RuleMeter | null {
  const whole = words?.amount;
  if (room === null || whole == null || storedCents(whole) <= 0n) return null;
  const money = moneyOf(currency);
  // Profit adds to the room, which may then exceed the limit.
  const isMore = storedCents(room) > storedCents(whole);
  return {
    value: percentOf(storedCents(room), storedCents(whole)),
    text: isMore
      ? `${money(room)} left, with a limit of ${money(whole)}`
      : `${money(room)} of ${money(whole)} left`,
  };
}

function percentOf(part: bigint, whole: bigint): number {
  return Math.min(100, Math.max(0, Number((part * 10_000n) / whole) / 100));
}

function objectiveFigure(rule: ObjectiveVerdict, context: RuleContext): RuleFigure {
  const isBlocked = rule.status === "not_met" && isZero(rule.missing);
  return {
    name: kindOf(rule.kind).name,
    ...objectiveWords(rule, context),
    status: objectiveStatus(rule, context),
    tightest: null,
    setAside: null,
    reason: sayTimes(rule.reason, context.timeZone),
    // Nothing is missing, but the rule is not met, and only the reason explains why.
    isReasonOpen: isBlocked,
  };
}

const isZero = (missing: string | number | null) =>
  missing === 0 || (typeof missing === "string" && storedCents(missing) === 0n);

type ObjectiveWords = Pick<RuleFigure, "figure" | "note" | "meter">;

function objectiveWords(
  rule: ObjectiveVerdict,
  { currency, isFinal, words }: RuleContext,
): ObjectiveWords {
  const { unit } = kindOf(rule.kind);
  // A best day that requires a profit has a target in money, which is never below that of the profit.
  const amount = words?.amount ?? null;
  const isShare =
    unit === "share" && (amount === null || storedCents(String(rule.target)) < storedCents(amount));
  if (isShare) return shareWords(rule);
  if (unit !== "days") return moneyWords(rule, { money: moneyOf(currency), isFinal });
  const [value, target, missing] = [rule.value, rule.target, rule.missing].map(Number);
  const progress = `${value} of ${formatCountOf(target!, "day")}`;
  return {
    figure: missing === 0 ? formatCountOf(value!, "day") : formatCountOf(missing!, "day"),
    note: missing === 0 ? `of ${target} required` : missingNote(progress, isFinal),
    meter: { value: target === 0 ? 100 : Math.min(100, (value! / target!) * 100), text: progress },
  };
}

function missingNote(progress: string, isFinal: boolean): string {
  return isFinal ? `was missing; ${progress} at the end` : `still missing; ${progress} so far`;
}

function moneyWords(
  rule: ObjectiveVerdict,
  { money, isFinal }: { money: (amount: string) => string; isFinal: boolean },
): ObjectiveWords {
  const [value, target, missing] = [rule.value, rule.target, rule.missing].map(String);
  const progress = `${money(value!)} of ${money(target!)}`;
  const isReached = isZero(rule.missing);
  const whole = storedCents(target!);
  return {
    figure: money(isReached ? value! : missing!),
    note: isReached ? `profit, of ${money(target!)} required` : missingNote(progress, isFinal),
    meter: { value: whole > 0n ? percentOf(storedCents(value!), whole) : 100, text: progress },
  };
}

/** The bar is the whole profit, with a mark at the largest share that one day may have. */
function shareWords({ value, target }: ObjectiveVerdict): ObjectiveWords {
  const most = percentWords(String(target));
  if (value === null) {
    return {
      figure: null,
      note: `No profit yet; one day may make up at most ${most}.`,
      meter: null,
    };
  }
  const share = percentWords(String(value));
  return {
    figure: share,
    note: `of the profit came from the best day; at most ${most} is allowed`,
    meter: {
      value: Math.min(100, Number(value)),
      mark: Number(target),
      text: `The best day made up ${share}; at most ${most} is allowed`,
    },
  };
}

/** Returns the limit of a kind that leaves the least room; a stage may have several. */
export function tightestLimit(
  { rules }: Verdict,
  kind: LimitVerdict["kind"],
): LimitVerdict | undefined {
  const known = rules.filter((rule): rule is LimitVerdict => rule.kind === kind);
  const room = (rule: LimitVerdict) => (rule.room === null ? null : storedCents(rule.room));
  return known.toSorted((one, other) => {
    const [least, next] = [room(one), room(other)];
    if (least === null || next === null) return Number(least === null) - Number(next === null);
    return least < next ? -1 : Number(least > next);
  })[0];
}

/** Returns the room of a limit; beyond the limit, it is negative. */
export function roomWords(
  { status, room }: LimitVerdict,
  { figure, status: { word } }: RuleFigure,
): string {
  if (figure === null) return word;
  const isBeyond = status === "breached" || (room !== null && storedCents(room) < 0n);
  return isBeyond ? `-${figure}` : figure;
}
