import { gradeDays } from "../../src/business/rulebook/timeline/coverage.rule.ts";
import { StageFold } from "../../src/business/record/derivation/stage-fold.rule.ts";
import { initialState } from "../../src/business/record/derivation/stage-state.rule.ts";
import { groupByInstant } from "../../src/business/rulebook/timeline/timeline.rule.ts";
import { tradesOf } from "../../src/business/record/derivation/trades.rule.ts";
import { plainStage } from "./judged.ts";
import type { TradingRecord } from "../../src/business/rulebook/timeline/trading-record.rule.ts";
import {
  type DayStart,
  tradingDays,
} from "../../src/business/rulebook/timeline/trading-day.rule.ts";

interface Settings {
  dayStart: DayStart;
  maxGapSeconds: number;
  asOf: number;
}

/** Folds a whole record at once. */
export function foldRecord(record: TradingRecord, initialBalance: bigint, settings: Settings) {
  const stage = {
    id: 1,
    currency: "USD",
    startedAt: settings.asOf,
    rulesVersionId: null,
    rules: null,
    initialBalance,
    ...plainStage,
  };
  const fold = new StageFold({ ...stage, ...settings }, initialState(stage));
  for (const group of groupByInstant(record)) fold.play(group);
  const days = fold.takeChanges().days.map(({ draft }) => draft);
  return { days, state: fold.state };
}

/** Returns the trading days of a record, in the format of the API. */
export function daysOf(record: TradingRecord, initialBalance: bigint, settings: Settings) {
  const { days } = foldRecord(record, initialBalance, settings);
  const grades = gradeDays(days, settings.asOf, settings.maxGapSeconds);
  const dayAt = tradingDays(settings.dayStart);
  const closed = tradesOf(record.deals).filter(({ closeTime }) => closeTime !== null);
  const closedOn = Map.groupBy(closed, ({ closeTime }) => dayAt(closeTime!).name);
  return days.map((draft, index) => {
    const trades = closedOn.get(draft.day) ?? [];
    return {
      day: draft.day,
      openingBalance: draft.openingBalance,
      closingBalance: draft.closingBalance,
      net: draft.net,
      hasDeals: draft.hasDeals,
      trades: trades.length,
      wins: trades.filter(({ net }) => net > 0n).length,
      losses: trades.filter(({ net }) => net < 0n).length,
      equityLow: draft.equityLow,
      equityHigh: draft.equityHigh,
      evidence: grades[index]!,
    };
  });
}
