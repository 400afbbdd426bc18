import { ruleNames } from "../../../src/business/rulebook/rules/rule-figures.rule.ts";
import type {
  LimitRule,
  ObjectiveRule,
  PayoutRules,
  Rules,
} from "../../../src/business/rulebook/rules/rules.schema.ts";

export type RuleKind = (LimitRule | ObjectiveRule)["kind"];
export type LimitKind = LimitRule["kind"];
export type ObjectiveKind = ObjectiveRule["kind"];

/** A rule in the form: the fields of every kind, as text. */
export interface RuleFields {
  kind: RuleKind;
  /** A percentage or an amount, depending on `of`. */
  figure: string;
  of: "initial" | "reference" | "peak" | "amount";
  from: string;
  measured: string;
  breachedWhen: string;
  consequence: string;
  mode: string;
  /** An amount; empty means `null`. */
  locksAt: string;
  onWithdrawal: string;
  volume: string;
  time: string;
  days: string;
  counts: string;
  /** A percentage or an amount; empty means `null`. */
  minimumProfit: string;
  minimumProfitOf: "initial" | "amount";
  percent: string;
}

/** Only a floor that moves can lock, and only then does a withdrawal matter. */
export const hasMovingFloor = ({ mode }: Pick<RuleFields, "mode">) => mode !== "static";

/** Only profitable days can require a minimum. */
export const countsProfitableDays = ({ counts }: Pick<RuleFields, "counts">) =>
  counts === "profitable";

/** Returns whether winning days are required, so that their minimum matters. */
export const requiresWinningDays = ({ minimumWinningDays }: PayoutFields) =>
  Number(minimumWinningDays) !== 0;

export type PayoutFields = Record<keyof PayoutRules, string>;

/** The form for a version of the rules. */
export interface RulesForm {
  name: string;
  note: string;
  day: Rules["day"];
  /** In minutes, such as `5` or `0.5`. */
  maxGap: string;
  limits: RuleFields[];
  objectives: RuleFields[];
  hasPayout: boolean;
  payout: PayoutFields;
}

/** Represents `null` in a list of options. */
export const NOTHING = "nothing";

const blank: Omit<RuleFields, "kind"> = {
  figure: "",
  of: "initial",
  from: "balance",
  measured: "equity",
  breachedWhen: "below",
  consequence: "fail",
  mode: "static",
  locksAt: "",
  onWithdrawal: "follow",
  volume: "",
  time: "15:10",
  days: "",
  counts: "opened",
  minimumProfit: "",
  minimumProfitOf: "initial",
  percent: "",
};

export function newRule(kind: RuleKind): RuleFields {
  return { ...blank, kind, ...(kind === "inactivity" && { counts: "deals" }) };
}

const noPayout: PayoutFields = {
  sharePercent: "80",
  firstAfterDays: "14",
  everyDays: "14",
  minimum: "0.00",
  minimumWinningDays: "0",
  winningDayMinimum: "",
  bestDayAtMostPercent: "",
  bufferAmount: "0.00",
};

export const emptyRules: RulesForm = {
  name: "",
  note: "",
  day: { timeZone: "UTC", startsAt: "00:00" },
  maxGap: "5",
  limits: [],
  objectives: [],
  hasPayout: false,
  payout: noPayout,
};

/** Converts rules to form fields without reformatting their texts. */
export function fieldsOf(rules: Rules): Omit<RulesForm, "name" | "note"> {
  return {
    day: rules.day,
    maxGap: String(rules.observation.maxGapSeconds / 60),
    limits: rules.limits.map(ruleFields),
    objectives: rules.objectives.map(ruleFields),
    hasPayout: rules.payout !== null,
    payout: rules.payout ? payoutFields(rules.payout) : noPayout,
  };
}

type Figure = { amount: string } | { percent: string; of: RuleFields["of"] };

function figureFields(figure: Figure): Pick<RuleFields, "figure" | "of"> {
  return "amount" in figure
    ? { figure: figure.amount, of: "amount" }
    : { figure: figure.percent, of: figure.of };
}

function ruleFields(rule: LimitRule | ObjectiveRule): RuleFields {
  const fields = { ...newRule(rule.kind), ...textsOf(rule) };
  if ("limit" in rule) Object.assign(fields, figureFields(rule.limit));
  if ("target" in rule) Object.assign(fields, figureFields(rule.target));
  if (rule.kind === "max_loss") {
    fields.locksAt = rule.locksAt?.amount ?? "";
    fields.onWithdrawal = rule.onWithdrawal ?? NOTHING;
  }
  if (rule.kind === "min_trading_days" && rule.minimumProfit) {
    const { figure, of } = figureFields(rule.minimumProfit);
    Object.assign(fields, { minimumProfit: figure, minimumProfitOf: of });
  }
  if (rule.kind === "consistency") fields.percent = rule.bestDayAtMostPercent;
  return fields;
}

/** Returns the fields whose names are the same in the form and in the rules. */
function textsOf(rule: object): Partial<RuleFields> {
  const shared = Object.entries(rule).filter(
    ([name, value]) => name in blank && (typeof value === "string" || typeof value === "number"),
  );
  return Object.fromEntries(shared.map(([name, value]) => [name, String(value)]));
}

function payoutFields(payout: PayoutRules): PayoutFields {
  const entries = Object.entries(payout).map(([name, value]) => [name, String(value ?? "")]);
  return Object.fromEntries(entries) as PayoutFields;
}

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
