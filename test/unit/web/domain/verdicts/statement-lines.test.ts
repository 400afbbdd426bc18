import { describe, expect, it } from "vitest";
import type { StatementLine } from "../../../../../src/business/rulebook/statement/statement.schema.ts";
import { moneyIn, storedCents } from "../../../../../src/platform/money/money.ts";
import { amountLines, linesInWords } from "../../../../../web/domain/verdicts/statement-lines.ts";

const line = (
  code: StatementLine["code"],
  amount: string,
  about: Partial<StatementLine> = {},
): StatementLine => ({
  code,
  amount,
  position: null,
  percent: null,
  causes: [],
  payoutId: null,
  ...about,
});

const statementWith = (...lines: StatementLine[]) => {
  const withdrawable = lines.reduce((sum, { amount }) => sum + storedCents(amount), 0n);
  return { stageId: 1, number: 1, lines, withdrawable: String(withdrawable) };
};

const money = moneyIn("USD");

const summaryOf = (share: string, ...lines: StatementLine[]) =>
  amountLines(statementWith(...lines), share).map(
    ({ name, amount }) => `${name}: ${money(amount)}`,
  );

describe("the calculation of a payout's amount", () => {
  it("is the share of the profit", () => {
    expect(summaryOf("80", line("profit", "1000.00"), line("share", "-200.00"))).toEqual([
      "Profit of this stage: $1,000.00",
      "Your share of it, 80%: $800.00",
    ]);
  });

  it("is all of the profit with a share of 100%", () => {
    expect(summaryOf("100", line("profit", "1000.00"))).toEqual([
      "Profit of this stage: $1,000.00",
      "Your share of it, 100%: $1,000.00",
    ]);
  });

  it("includes the buffer and previously approved requests as one", () => {
    expect(
      summaryOf(
        "80",
        line("profit", "1000.00"),
        line("buffer", "-200.00"),
        line("share", "-160.00"),
        line("paid", "-60.00", { payoutId: 3 }),
        line("paid", "-40.00", { payoutId: 4 }),
      ),
    ).toEqual([
      "Profit of this stage: $1,000.00",
      "Buffer that stays in the account: -$200.00",
      "Your share of the rest, 80%: $640.00",
      "Approved before in this stage: -$100.00",
    ]);
  });

  it("does not count a deduction as approved before", () => {
    expect(
      summaryOf(
        "80",
        line("profit", "1000.00"),
        line("deduction", "-100.00", { position: "44", percent: "50", causes: ["news/0/44"] }),
        line("share", "-180.00"),
      ),
    ).toEqual([
      "Profit of this stage: $1,000.00",
      "Deducted for how trades were traded: -$100.00",
      "Your share of the rest, 80%: $720.00",
    ]);
  });

  it("results in zero without a profit", () => {
    expect(summaryOf("80", line("profit", "-50.00"), line("shortfall", "50.00"))).toEqual([
      "Profit of this stage: -$50.00",
      "Shortfall, brought up to zero: $50.00",
      "Your share of the rest, 80%: $0.00",
    ]);
  });

  it("places the share after a cap of the profit, and a cap of the payout after the share", () => {
    expect(
      summaryOf("80", line("profit", "1000.00"), line("cap", "-500.00"), line("share", "-100.00")),
    ).toEqual([
      "Profit of this stage: $1,000.00",
      "Above the maximum of a payout: -$500.00",
      "Your share of the rest, 80%: $400.00",
    ]);
    expect(
      summaryOf("80", line("profit", "1000.00"), line("share", "-200.00"), line("cap", "-300.00")),
    ).toEqual([
      "Profit of this stage: $1,000.00",
      "Your share of it, 80%: $800.00",
      "Above the maximum of a payout: -$300.00",
    ]);
  });
});

describe("the lines of a statement", () => {
  it("name the trade and its causes, and what is left after each", () => {
    const lines = linesInWords(
      statementWith(
        line("profit", "1000.00"),
        line("deduction", "-100.00", {
          position: "44",
          percent: "50.00",
          causes: ["news/0/44", "lot_range"],
        }),
        line("settled", "-125.00", { payoutId: 7 }),
        line("share", "-96.88"),
      ),
      "87.5",
    );
    expect(lines.map(({ name, note, rest }) => [name, note, money(rest)])).toEqual([
      ["Profit of this stage", null, "$1,000.00"],
      [
        "Trade 44: 50% of its profit deducted",
        "finding news/0/44, volume outside the range",
        "$900.00",
      ],
      ["Profit settled by request #7", null, "$775.00"],
      ["The firm's share, 12.5%", null, "$678.12"],
    ]);
  });
});
