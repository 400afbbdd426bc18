import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseStatement } from "../../../../../src/business/record/statements/reading/parse-statement.ts";
import { reconcile } from "../../../../../src/business/record/statements/reading/reconcile.rule.ts";
import {
  type StatementFormat,
  statementFormats,
} from "../../../../../src/business/record/statements/statement.rule.ts";
import type { DemoStatement } from "../../../../../src/demo/statements/demo-statement.ts";
import { closingDeal, openingDeal } from "../../../../../src/demo/statements/mt5-report.ts";
import { writeStatement } from "../../../../../src/demo/statements/write-statement.ts";
import { anyStatement, demoStatement } from "../../../../support/demo-statements.ts";
import { rounds } from "../../../../support/rounds.ts";

const isMt5 = (format: StatementFormat) => format.startsWith("mt5");

/** Returns the deals that a statement of the format contains, in any order. */
function expectedDeals(statement: DemoStatement, format: StatementFormat) {
  return statement.trades.flatMap((trade) => {
    const { order, symbol, side, volume, openTime, openPrice, closed } = trade;
    const shared = { position: String(order), symbol, volume };
    const none = { profit: 0n, commission: 0n, swap: 0n, fee: 0n };
    const opened = {
      ...shared,
      ...none,
      ticket: isMt5(format) ? String(openingDeal(trade)) : `${order}/in`,
      time: openTime,
      entry: "in",
      side,
      price: openPrice,
    };
    if (!closed) return [opened];
    const { time, price, commission, swap, profit } = closed;
    return [
      opened,
      {
        ...shared,
        ticket: isMt5(format) ? String(closingDeal(trade)) : `${order}/out`,
        time,
        entry: "out",
        side: side === "buy" ? "sell" : "buy",
        price,
        commission,
        swap,
        profit,
        fee: 0n,
      },
    ];
  });
}

const byTicket = (a: { ticket: string }, b: { ticket: string }) => a.ticket.localeCompare(b.ticket);

describe.each(statementFormats)("a statement as %s", (format) => {
  const write = (statement: DemoStatement) => writeStatement(statement, format);

  it("is recognised by its content", () => {
    expect(parseStatement(write(demoStatement()), "Europe/Athens").format).toBe(format);
  });

  it("returns every record of any account, regardless of the platform's zone", () => {
    fc.assert(
      fc.property(anyStatement, (statement) => {
        const parsed = parseStatement(write(statement), statement.timeZone);
        const deals = parsed.deals.map(({ row: _row, ...deal }) => deal);
        expect(deals.toSorted(byTicket)).toEqual(
          expectedDeals(statement, format).toSorted(byTicket),
        );
        expect(parsed.operations).toMatchObject([
          { ticket: "1000", kind: "deposit", amount: statement.operations[0]!.amount },
        ]);
        expect(parsed.findings).toEqual([]);
        expect(reconcile(parsed).status).toBe("reconciled");
      }),
      rounds(60),
    );
  });

  it("counts closed and open trades and cancelled orders", () => {
    const statement = demoStatement();
    delete statement.trades.at(-1)!.closed;
    expect(parseStatement(write(statement), "UTC")).toMatchObject({
      closedTrades: 5,
      openTrades: 1,
      cancelledOrders: format === "csv" ? 0 : 1,
    });
  });

  it("names the account, unless the format does not", () => {
    const account =
      format === "csv"
        ? { login: null, accountName: null, currency: null }
        : { login: "5002001", accountName: "Olivia Bennett", currency: "USD" };
    expect(parseStatement(write(demoStatement()), "UTC")).toMatchObject(account);
  });

  it("is reconciled to the closing balance", () => {
    const result = reconcile(parseStatement(write(demoStatement()), "UTC"));
    expect(result).toMatchObject({
      status: "reconciled",
      openingBalance: 0n,
      closingBalance: 9_976_589n,
      difference: 0n,
      findings: [],
    });
  });
});
