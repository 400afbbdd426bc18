import { z } from "zod";
import { id, targetId, timeInput, timestamp } from "../../../platform/fields/fields.schema.ts";
import { text } from "../../../platform/fields/text.schema.ts";
import {
  pageOf,
  pageQuery,
  sortInput,
  unsearchedListQuery,
} from "../../../platform/lists/list.schema.ts";
import { moneySum } from "../../../platform/money/money.schema.ts";
import { tradeSorts } from "../derivation/trades.rule.ts";

/** Where a record came from. An administrator's correction is a source of its own. */
const recordSource = z
  .discriminatedUnion("kind", [
    z.object({ kind: z.literal("statement"), id, row: z.number() }),
    z.object({ kind: z.literal("feed"), tokenId: id, receivedAt: timestamp }),
  ])
  .meta({ id: "RecordSource" });
export type RecordSource = z.infer<typeof recordSource>;

const decimal = z.string().meta({ examples: ["0.50"] });

/** A position from its first deal to its last, with the sum of its deals. */
export const trade = z
  .object({
    id: z.number().meta({ type: "integer", minimum: 1 }),
    position: z.string().meta({ examples: ["1001"] }),
    symbol: z.string().meta({ examples: ["EURUSD"] }),
    side: z.enum(["buy", "sell"]),
    volume: decimal,
    openTime: timestamp,
    closeTime: timestamp.nullable().meta({ description: "`null` while the trade is open" }),
    openPrice: z.string().meta({ examples: ["1.08345"] }),
    closePrice: z
      .string()
      .nullable()
      .meta({ examples: ["1.08412"] }),
    profit: moneySum,
    commission: moneySum,
    swap: moneySum,
    fee: moneySum,
    net: moneySum,
    hasConflict: z.boolean().meta({
      description:
        "Another source reports one of its deals with different content; the earlier one counts",
    }),
    sources: z.array(recordSource),
  })
  .meta({ id: "Trade" });
export type Trade = z.infer<typeof trade>;

const stageFilter = targetId.optional().meta({
  description: "The id of a stage; the current one by default",
});
const symbolFilter = text("symbol must be text")
  .optional()
  .meta({
    description: "Only trades of this symbol, in upper or lower case",
    examples: ["EURUSD"],
  });

const ofTrader = { userId: targetId };
const tradeFilters = { stage: stageFilter, symbol: symbolFilter };

/** Unlike other lists, it can be sorted without a limit. */
export const listOwnTradesInput = unsearchedListQuery({
  ...sortInput(tradeSorts),
  ...tradeFilters,
});
export const listTradesInput = listOwnTradesInput.safeExtend(ofTrader);

/** For the web client's grid. */
export const ownTradesPageInput = pageQuery(tradeSorts, tradeFilters);
export const tradesPageInput = ownTradesPageInput.safeExtend(ofTrader);
export const tradesPage = pageOf(trade);

const dayMessage = (name: string) => ({ error: `${name} must be a day such as 2026-03-02` });
const day = (name: string) => z.iso.date(dayMessage(name)).optional();

/** One trading day with records. Equity is `null` if it was not observed. */
export const tradingDay = z
  .object({
    day: z.string().meta({ examples: ["2026-03-02"] }),
    openingBalance: moneySum,
    closingBalance: moneySum,
    net: moneySum.meta({ description: "The sum of the day's deals, without operations" }),
    trades: z.number().meta({ description: "Trades that were closed on the day" }),
    wins: z.number(),
    losses: z.number(),
    equityLow: moneySum.nullable(),
    equityHigh: moneySum.nullable(),
    evidence: z.enum(["observed", "partly_observed", "closed_results"]),
  })
  .meta({ id: "TradingDay" });
export type TradingDay = z.infer<typeof tradingDay>;

export const ownDaysInput = z.strictObject({
  stage: stageFilter,
  from: day("from").meta({ description: "The first day" }),
  to: day("to").meta({ description: "The last day" }),
});
export const daysInput = ownDaysInput.safeExtend(ofTrader);

const pointsMessage = { error: "points must be a whole number from 1 to 2000" };

export const equityPoint = z
  .object({ time: timestamp, balance: moneySum, equity: moneySum.nullable() })
  .meta({ id: "EquityPoint" });
export type EquityPoint = z.infer<typeof equityPoint>;

export const ownEquityInput = z.strictObject({
  stage: stageFilter,
  from: timeInput("from").optional(),
  to: timeInput("to").optional(),
  points: z.int(pointsMessage).min(1, pointsMessage).max(2000, pointsMessage).default(500),
});
export const equityInput = ownEquityInput.safeExtend(ofTrader);

const ratio = z
  .string()
  .nullable()
  .meta({ examples: ["0.5385"] });
const dayResult = z.object({ day: z.string(), net: moneySum }).nullable();

/** Figures over the closed trades of a stage; `null` if a figure does not exist. */
export const statistics = z
  .object({
    trades: z.number(),
    wins: z.number(),
    losses: z.number(),
    winRate: ratio,
    profitFactor: ratio,
    averageWin: moneySum.nullable(),
    averageLoss: moneySum.nullable(),
    expectancy: moneySum.nullable(),
    best: moneySum.nullable(),
    worst: moneySum.nullable(),
    bestDay: dayResult,
    worstDay: dayResult,
    averageHoldingSeconds: z.number().nullable(),
    longestLosingStreak: z.number(),
    maxDrawdown: moneySum,
    bySymbol: z.array(
      z.object({
        symbol: z.string(),
        trades: z.number(),
        wins: z.number(),
        losses: z.number(),
        net: moneySum,
        volume: decimal,
      }),
    ),
  })
  .meta({ id: "TradingStatistics" });
export type Statistics = z.infer<typeof statistics>;

export const ownStatisticsInput = z.strictObject({ stage: stageFilter });
export const statisticsInput = ownStatisticsInput.safeExtend(ofTrader);
