import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseStatement } from "../../../../src/business/record/statements/reading/parse-statement.ts";
import { reconcile } from "../../../../src/business/record/statements/reading/reconcile.rule.ts";
import { statementFormats } from "../../../../src/business/record/statements/statement.rule.ts";
import { parseLimit } from "../../../../src/business/traders/accounts/account.rule.ts";
import { demoTraders } from "../../../../src/demo/demo-traders.ts";
import { type DemoRecord, demoRecordOf } from "../../../../src/demo/demo-record.ts";
import {
  balanceChanges,
  closingBalance,
  type DemoTrade,
} from "../../../../src/demo/statements/demo-statement.ts";
import { misprintBalance } from "../../../../src/demo/write-demo-statements.ts";
import { writeStatement } from "../../../../src/demo/statements/write-statement.ts";
import { instruments, isMarketOpen, Market } from "../../../../src/demo/trading/market.ts";
import { formatDecimal, parseCents } from "../../../../src/platform/money/money.ts";
import { rounds } from "../../../support/rounds.ts";

const NOW = new Date("2026-11-18T15:30:00Z");
const DAY = 86_400_000;
const market = new Market();

const records = new Map(
  demoTraders.flatMap((demoTrader) => {
    const record = demoRecordOf(demoTrader, NOW, market);
    return record ? [[demoTrader, record] as const] : [];
  }),
);
const all = [...records.values()];
const trades = all.flatMap(({ statement }) => statement.trades);
const recordOf = (name: string) =>
  records.get(demoTraders.find((demoTrader) => demoTrader.name === name)!)!;

const instrumentOf = ({ symbol }: DemoTrade) =>
  instruments.find((instrument) => instrument.symbol === symbol)!;
const closedOf = ({ statement }: DemoRecord) =>
  statement.trades.filter((trade) => trade.closed).map((trade) => ({ ...trade, ...trade.closed! }));
const netOf = ({ closed }: DemoTrade) => closed!.profit + closed!.commission + closed!.swap;

describe("the record of a demo trader", () => {
  it("starts with the account's size as a deposit and ends at the account's balance", () => {
    for (const [{ account }, { statement }] of records) {
      const size = BigInt(account.size) * 100n;
      expect(statement.operations.map(({ amount }) => amount)).toEqual([size]);
      expect(balanceChanges(statement)[0]!.amount).toBe(size);
      if (account.follows) continue;
      expect(closingBalance(statement)).toBe(size + parseCents(account.profit)!);
    }
  });

  it("exists if the account was traded", () => {
    const without = demoTraders.filter((demoTrader) => !records.has(demoTrader));
    for (const { account } of without) expect(account.profit).toBe("0.00");
    expect(without.some(({ account }) => account.status === "active")).toBe(true);
  });

  it("reaches the balance on any day and at any time", () => {
    const anyTime = fc.date({
      min: new Date("2026-01-01"),
      max: new Date("2027-12-31"),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(anyTime, fc.constantFrom(...records.keys()), (now, demoTrader) => {
        const { statement } = demoRecordOf(demoTrader, now, market)!;
        const { size, profit, follows } = demoTrader.account;
        if (!follows) {
          expect(closingBalance(statement)).toBe(BigInt(size) * 100n + parseCents(profit)!);
        }
        for (const { openTime, closed } of statement.trades) {
          expect(Math.max(openTime, closed?.time ?? 0)).toBeLessThan(now.getTime());
        }
      }),
      rounds(10),
    );
  });

  it("is reproducible byte by byte", () => {
    const again = demoRecordOf(demoTraders[0]!, new Date(NOW), new Market())!;
    const first = records.get(demoTraders[0]!)!;
    expect(writeStatement(again.statement, "mt5-html")).toEqual(
      writeStatement(first.statement, "mt5-html"),
    );
    expect(again.snapshots).toEqual(first.snapshots);
  });

  it.each(statementFormats)("is reconciled when it is read back from %s", (format) => {
    for (const { statement } of all) {
      const parsed = parseStatement(writeStatement(statement, format), statement.timeZone);
      expect(reconcile(parsed)).toMatchObject({
        status: "reconciled",
        closingBalance: closingBalance(statement),
        findings: [],
      });
      expect(parsed.openTrades).toBe(statement.trades.filter(({ closed }) => !closed).length);
    }
  });

  it("is inconsistent if a running balance is misprinted", () => {
    const { statement } = recordOf("Liam O'Connor");
    const bytes = misprintBalance(writeStatement(statement, "csv"));
    const { status, findings } = reconcile(parseStatement(bytes, "UTC"));
    expect(status).toBe("inconsistent");
    expect(findings.map(({ code }) => code)).toEqual(["running_balance"]);
  });

  it("has at most 150 trades, except for one account with about 1,500", () => {
    for (const [{ name }, record] of records) {
      const count = closedOf(record).length;
      if (name === "Wei Zhang") expect(Math.abs(count - 1500)).toBeLessThan(250);
      else expect(count >= 5 && count <= 150, `${name} has ${count}`).toBe(true);
    }
    expect(trades.some(({ closed }) => !closed)).toBe(true);
  });
});

describe("the trades", () => {
  it("have prices in ticks and volumes in steps of 0.01 lots", () => {
    for (const trade of trades) {
      const price = new RegExp(`^\\d+\\.\\d{${instrumentOf(trade).digits}}$`);
      expect(trade.openPrice).toMatch(price);
      if (trade.closed) expect(trade.closed.price).toMatch(price);
      expect(trade.volume).toMatch(/^\d+\.\d\d$/);
      expect(Number(trade.volume)).toBeGreaterThan(0);
    }
  });

  it("have the profit that follows from price, volume and contract size", () => {
    for (const trade of trades) {
      if (!trade.closed) continue;
      const { contractSize, quote } = instrumentOf(trade);
      const change = Number(trade.closed.price) - Number(trade.openPrice);
      const amount =
        (trade.side === "buy" ? change : -change) * contractSize * Number(trade.volume);
      const dollars = quote === "JPY" ? amount / Number(trade.closed.price) : amount;
      expect(Math.abs(Number(trade.closed.profit) / 100 - dollars)).toBeLessThan(0.005_001);
    }
  });

  it("are opened on weekdays, closed while the market is open, and opened before they are closed", () => {
    for (const trade of trades) {
      const { openTime, closed } = trade;
      expect(new Date(openTime).getUTCDay() % 6).not.toBe(0);
      if (!closed) continue;
      expect(isMarketOpen(instrumentOf(trade), closed.time - 1)).toBe(true);
      expect(closed.time).toBeGreaterThan(openTime);
    }
  });

  it("pay swap for each night, three times for Wednesday night", () => {
    for (const trade of trades) {
      if (!trade.closed) continue;
      let nights = 0;
      for (
        let day = Math.floor(trade.openTime / DAY);
        day < Math.floor(trade.closed.time / DAY);
        day += 1
      ) {
        nights += [0, 1, 1, 3, 1, 1, 0][new Date(day * DAY).getUTCDay()]!;
      }
      const perLot = instrumentOf(trade).swap[trade.side];
      const expected = perLot * nights * Number(trade.volume);
      expect(Math.abs(Number(trade.closed.swap) - expected)).toBeLessThan(0.501);
    }
    expect(trades.some(({ closed }) => closed && closed.swap !== 0n)).toBe(true);
  });

  it("overlap, but not on one symbol of an account", () => {
    let overlaps = 0;
    for (const { statement } of all) {
      const byOpening = statement.trades.toSorted((a, b) => a.openTime - b.openTime);
      for (const [index, { symbol, openTime }] of byOpening.entries()) {
        const open = byOpening
          .slice(0, index)
          .filter((trade) => (trade.closed?.time ?? Infinity) > openTime);
        overlaps += open.length;
        expect(open.map((trade) => trade.symbol)).not.toContain(symbol);
      }
    }
    expect(overlaps).toBeGreaterThan(100);
  });

  it("are won and lost in streaks of plausible length", () => {
    for (const record of all) {
      const results = closedOf(record)
        .toSorted((a, b) => a.time - b.time)
        .map((trade) => (netOf(trade) > 0n ? "w" : "l"))
        .join("");
      if (results.length < 30) continue;
      const longest = (pattern: RegExp) =>
        Math.max(...(results.match(pattern) ?? [""]).map((run) => run.length));
      for (const run of [longest(/w+/g), longest(/l+/g)]) {
        expect(run).toBeGreaterThanOrEqual(2);
        expect(run).toBeLessThanOrEqual(results.length > 1000 ? 25 : 18);
      }
    }
  });
});

describe("the snapshots", () => {
  it("are at most five minutes apart while a position is open", () => {
    for (const { statement, snapshots } of all) {
      const times = new Set(snapshots.map(({ time }) => time));
      for (const { openTime, closed } of statement.trades) {
        const end = closed?.time ?? NOW.getTime();
        for (let time = Math.ceil(openTime / 300_000) * 300_000; time < end; time += 300_000) {
          expect(times.has(time)).toBe(true);
        }
      }
    }
  });

  it("have the balance of that time, and as equity the open positions at its prices", () => {
    for (const { statement, snapshots } of all) {
      if (snapshots.length > 3000) continue;
      const changes = balanceChanges(statement);
      for (const { time, balance, equity } of snapshots) {
        const booked = changes.filter((change) => change.time <= time);
        expect(balance).toBe(booked.reduce((sum, { amount }) => sum + amount, 0n));
        const open = statement.trades.filter(
          ({ openTime, closed }) => openTime <= time && !(closed && closed.time <= time),
        );
        const floating = open.reduce((sum, trade) => sum + floatingOf(trade, time), 0);
        expect(Math.abs(Number(equity - balance) / 100 - floating)).toBeLessThan(
          0.01 * open.length + 1e-6,
        );
      }
    }
  });

  function floatingOf(trade: DemoTrade, time: number): number {
    const instrument = instrumentOf(trade);
    const price = market.closePriceAt(instrument, trade.side, time) / 10 ** instrument.digits;
    const change = price - Number(trade.openPrice);
    const amount =
      (trade.side === "buy" ? change : -change) * instrument.contractSize * Number(trade.volume);
    return instrument.quote === "JPY" ? amount / price : amount;
  }

  it("stay within the account's limits, except on the last day of an account that breached them", () => {
    for (const [{ account, name }, { snapshots }] of records) {
      const start = { balance: formatDecimal(BigInt(account.size) * 100n), profitLoss: "0.00" };
      const [daily, overall] = account.limits!.map((text) => parseLimit(text, start)!);
      const lastDay = Math.floor(snapshots.at(-1)!.time / DAY);
      // A breach under review is not confirmed yet.
      const isBreached = account.status !== "active" && -parseCents(account.profit)! > daily!;
      let opening = BigInt(account.size) * 100n;
      let breaches = 0;
      for (const [day, ofDay] of Map.groupBy(snapshots, ({ time }) => Math.floor(time / DAY))) {
        const floor = [opening - daily!, BigInt(account.size) * 100n - overall!];
        const isBelow = ofDay.some(({ equity }) => floor.some((limit) => equity < limit));
        if (isBelow) breaches += 1;
        if (isBelow) expect({ name, day }).toEqual({ name, day: lastDay });
        opening = ofDay.at(-1)!.balance;
      }
      expect({ name, breaches }).toEqual({ name, breaches: isBreached ? 1 : 0 });
    }
  });
});
