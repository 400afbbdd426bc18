import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseLimit } from "../../../../../src/business/traders/accounts/account.rule.ts";
import { formatDecimal, formatDollars } from "../../../../../src/platform/money/money.ts";

/** An account with an initial balance of $100,000.00. */
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
    expect(parseLimit(text, account)).toBe(cents);
  });

  it.each([null, "", "by agreement", "$25,00", "1e3", "-5%", "five %", "%", "$"])(
    "%j has no amount",
    (text) => {
      expect(parseLimit(text, account)).toBeNull();
    },
  );

  it("is a percentage of the initial balance, even after a loss", () => {
    expect(parseLimit("10%", { balance: "95000.00", profitLoss: "-5000.00" })).toBe(1_000_000n);
  });

  const amount = fc.bigInt({ min: 0n, max: 99_999_999_999n });
  const written = amount.chain((cents) =>
    fc.constantFrom(
      [cents, formatDecimal(cents)] as const,
      [cents, `$${formatDecimal(cents)}`] as const,
      [cents, formatDollars(formatDecimal(cents))] as const,
    ),
  );
  const percent = fc.integer({ min: 0, max: 10_000 });

  it("with an amount has that value in any notation, even if it also contains a percentage", () => {
    fc.assert(
      fc.property(written, percent, ([cents, text], basisPoints) => {
        const share = `${formatDecimal(BigInt(basisPoints))}%`;
        expect(parseLimit(text, account)).toBe(cents);
        expect(parseLimit(`${share} / ${text}`, account)).toBe(cents);
        expect(parseLimit(`${text}/${share}`, account)).toBe(cents);
      }),
    );
  });

  it("with a percentage has that share of the initial balance as its value", () => {
    const cents = fc.bigInt({ min: 0n, max: 99_999_999_999n });
    fc.assert(
      fc.property(
        cents,
        fc.bigInt({ min: -99_999n, max: 99_999n }),
        percent,
        (start, made, share) => {
          const present = {
            balance: formatDecimal(start + made),
            profitLoss: formatDecimal(made),
          };
          const text = `${formatDecimal(BigInt(share))}%`;
          expect(parseLimit(text, present)).toBe((start * BigInt(share)) / 10_000n);
        },
      ),
    );
  });

  it("never throws, whatever the text", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...Array.from("0123456789.,$%/ -+eN")) }),
        (text) => {
          const limit = parseLimit(text, account);
          expect(limit === null || limit >= 0n).toBe(true);
          if (!/\d/.test(text)) expect(limit).toBeNull();
        },
      ),
    );
  });
});
