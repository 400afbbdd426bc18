import type { ConductConsequence, ConductKind } from "./conduct.schema.ts";

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
