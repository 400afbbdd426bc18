import { describe, expect, it } from "vitest";
import { readLimit } from "../../src/accounts/limits.ts";

/** Started with $100,000.00. */
const account = { balance: "104000.00", profitLoss: "4000.00" };

describe("a limit or target text", () => {
  it.each([
    ["$2,500", 250_000n],
    ["2500", 250_000n],
    ["$ 2500.50", 250_050n],
    ["8%", 800_000n],
    ["7.5 %", 750_000n],
    ["10% / $1000", 100_000n],
    ["$1000 / 10%", 100_000n],
    ["10%/1000", 100_000n],
  ])("%j is worth %s cents", (text, cents) => {
    expect(readLimit(text, account)).toBe(cents);
  });

  it.each([null, "", "by agreement", "$25,00", "1e3", "-5%", "five %", "%", "$"])(
    "%j names no amount",
    (text) => {
      expect(readLimit(text, account)).toBeNull();
    },
  );

  it("is a percent of the starting balance, also after a loss", () => {
    expect(readLimit("10%", { balance: "95000.00", profitLoss: "-5000.00" })).toBe(1_000_000n);
  });
});
