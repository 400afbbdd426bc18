import { describe, expect, it } from "vitest";
import type { StatementLine } from "../../../../../src/business/rulebook/statement/statement.schema.ts";
import { moneyIn, storedCents } from "../../../../../src/platform/money/money.ts";
import {
  linesInWords,
  summariseLines,
} from "../../../../../src/business/rulebook/statement/statement-words.rule.ts";

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

describe("a summary", () => {
  it("adds up neighbouring lines of one kind, and leaves the others as they are", () => {
    const deduction = (position: string) => ({ position, percent: "50", causes: ["news/0/44"] });
    const lines = linesInWords(
      statementWith(
        line("profit", "1000.00"),
        line("deduction", "-100.00", deduction("44")),
        line("deduction", "-50.00", deduction("45")),
        line("settled", "-125.00", { payoutId: 7 }),
        line("buffer", "-200.00"),
        line("share", "-105.00"),
        line("cap", "-300.00"),
      ),
      "80",
    );
    const summary = summariseLines(lines).map(
      ({ name, note, amount, rest }) => `${name}: ${money(amount)}, ${money(rest)}, ${note}`,
    );
    expect(summary).toEqual([
      "Profit of this stage: $1,000.00, $1,000.00, null",
      "Deducted for how trades were traded: -$150.00, $850.00, null",
      "Settled by earlier payouts of this stage: -$125.00, $725.00, null",
      "Buffer that stays in the account: -$200.00, $525.00, null",
      "The firm's share, 20%: -$105.00, $420.00, null",
      "Above the maximum of a payout: -$300.00, $120.00, null",
    ]);
  });

  it("adds up what was approved before without terms", () => {
    const lines = linesInWords(
      statementWith(
        line("profit", "1000.00"),
        line("share", "-200.00"),
        line("paid", "-60.00", { payoutId: 3 }),
        line("paid", "-40.00", { payoutId: 4 }),
      ),
      "80",
    );
    const summary = summariseLines(lines).map(({ name, amount }) => `${name}: ${money(amount)}`);
    expect(summary.at(-1)).toBe("Approved before in this stage: -$100.00");
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
