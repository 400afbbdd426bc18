import { ruleNames } from "../../../src/business/judgement/rules/rule-figures.rule.ts";
import { NOTHING, type LimitKind, type ObjectiveKind, type RuleKind } from "./rules-form.ts";

/** The options of the form's selects. */

type Options = Readonly<Record<string, string>>;

const pick = <Kind extends RuleKind>(...kinds: Kind[]) =>
  Object.fromEntries(kinds.map((kind) => [kind, ruleNames[kind]])) as Record<Kind, string>;

export const limitKinds: Readonly<Record<LimitKind, string>> = pick(
  "daily_loss",
  "max_loss",
  "open_loss",
  "max_position",
  "flat_by",
  "inactivity",
);

export const objectiveKinds: Readonly<Record<ObjectiveKind, string>> = pick(
  "profit_target",
  "min_trading_days",
  "consistency",
);

const bases: Readonly<Record<string, string>> = {
  initial: "% of the initial balance",
  reference: "% of the day's reference",
  peak: "% of the peak",
  amount: "as an amount",
};

/** Returns the units of a figure: the bases of a percentage, and an amount. */
export function figureUnits(kind: RuleKind): Options {
  const names = ["initial", ...(furtherBases[kind] ?? []), "amount"];
  return Object.fromEntries(names.map((name) => [name, bases[name]!]));
}

const furtherBases: Partial<Record<RuleKind, string[]>> = {
  daily_loss: ["reference"],
  max_loss: ["peak"],
};

export const references: Options = {
  balance: "Balance at the start of the day",
  equity: "Equity at the start of the day",
  higher: "Higher of balance and equity",
  day_high_equity: "Highest equity of the day",
};

export const measures: Options = {
  equity: "Equity",
  balance: "Balance after each booking",
  day_end_balance: "Balance at the end of each day",
};

export const breaches: Options = {
  below: "Below the floor",
  at_or_below: "At or below the floor",
};

export const consequences: Options = {
  fail: "Ends the evaluation",
  pause: "Is reported; the evaluation continues",
};

export const modes: Options = {
  static: "Does not move",
  trailing_day_end: "Trails the balance at the end of each day",
  trailing_closed: "Trails the balance",
  trailing_equity: "Trails balance and equity",
};

export const withdrawals: Options = {
  follow: "Lowers the floor",
  stay: "Leaves the floor unchanged",
  [NOTHING]: "Not stated (unchanged)",
};

export const inactivityCounts: Options = {
  deals: "Any deal",
  opened: "Opened positions",
};

export const countedDays: Options = {
  opened: "Days with an opened position",
  closed: "Days with a closed position",
  traded: "Days with any deal",
  opened_and_closed: "Days with a trade opened and closed",
  profitable: "Profitable days",
};
