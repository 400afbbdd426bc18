import type { ConductConsequence, ConductKind, ConductRuleOf } from "./conduct.schema.ts";

/** The names of the kinds of rules of conduct; apart from the kinds, because screens show them without judging. */
export const conductNames = {
  news: "News",
  holding: "Holding over a time",
  min_hold: "Minimum holding time",
  idea_loss: "Loss of an idea",
  open_trades: "Open trades",
  hedging: "Hedging",
  symbols: "Forbidden symbols",
} as const satisfies Record<ConductKind, string>;

/** The names of the consequences of a finding. */
export const consequenceNames = {
  note: "Note",
  warn: "Warning",
  deduct: "Deduction",
  strike: "Strike",
  fail: "Breach",
} as const satisfies Record<ConductConsequence, string>;

/** The names of the days of a rule, from Monday on. */
export const weekdayNames = {
  mon: "Monday",
  tue: "Tuesday",
  wed: "Wednesday",
  thu: "Thursday",
  fri: "Friday",
  sat: "Saturday",
  sun: "Sunday",
} as const satisfies Record<ConductRuleOf<"holding">["days"][number], string>;
