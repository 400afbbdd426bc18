import { expect, it } from "vitest";
import { tradesOf } from "../../../../../src/business/record/derivation/trades.rule.ts";
import type { RecordedDeal } from "../../../../../src/business/rulebook/timeline/trading-record.rule.ts";

function deal(
  hour: number,
  entry: RecordedDeal["entry"],
  volume: string,
  price: string,
): RecordedDeal {
  return {
    ticket: `${hour}`,
    position: "r",
    time: Date.UTC(2026, 2, 2, hour),
    entry,
    symbol: "EURUSD",
    side: "sell",
    volume,
    price,
    profit: 0n,
    commission: 0n,
    swap: 0n,
    fee: 0n,
  };
}

it.each([
  [
    "a reversal with the volume that it opens",
    [deal(9, "in", "1", "1.08"), deal(10, "inout", "3", "1.09"), deal(11, "out", "2", "1.12")],
    { volume: "3.00", openPrice: "1.09", closePrice: "1.11" },
  ],
  [
    "two entries with both",
    [deal(9, "in", "0.5", "1.08"), deal(10, "in", "0.5", "1.10"), deal(11, "out", "1", "1.12")],
    { volume: "1.00", openPrice: "1.09", closePrice: "1.12" },
  ],
  [
    "a reversal whose beginning is missing with all that it opens",
    [deal(10, "inout", "3", "1.09"), deal(11, "out", "3", "1.12")],
    { volume: "3.00", openPrice: "1.09", closePrice: "1.12" },
  ],
])("counts %s", (_, deals, expected) => {
  expect(tradesOf(deals)).toMatchObject([expected]);
});
