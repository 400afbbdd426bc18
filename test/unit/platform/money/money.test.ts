import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { moneyInput } from "../../../../src/platform/money/money.schema.ts";
import {
  formatDecimal,
  formatDollars,
  formatMoney,
  formatResult,
  moneyIn,
  parseCents,
  plainAmount,
} from "../../../../src/platform/money/money.ts";

const cents = fc.bigInt({ min: -99_999_999_999_999n, max: 99_999_999_999_999n });

describe("money", () => {
  it.each([
    ["0", 0n],
    ["5", 500n],
    ["5.1", 510n],
    ["5.01", 501n],
    ["-0.05", -5n],
    ["0001", 100n],
    ["999999999999.99", 99_999_999_999_999n],
  ])("parses %s", (text, expected) => {
    expect(parseCents(text)).toBe(expected);
  });

  it.each(["", " ", "abc", "1e2", "+5", "1,000", "1.005", ".5", "5.", " 5", "5 ", "$5", "0x10"])(
    "does not parse %j",
    (text) => {
      expect(parseCents(text)).toBeNull();
    },
  );

  it.each(["NaN", "Infinity", "--5", "5-", "1_000", "１", "1234567890123", "1\n"])(
    "does not parse the near miss %j",
    (text) => {
      expect(parseCents(text)).toBeNull();
    },
  );

  it("formats every amount as it was parsed, to the cent", () => {
    fc.assert(
      fc.property(cents, (amount) => {
        expect(parseCents(formatDecimal(amount))).toBe(amount);
        expect(formatDecimal(amount)).toMatch(/^-?\d+\.\d{2}$/);
      }),
    );
  });

  it("accepts only plain decimal notation", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const isPlain = /^-?\d{1,12}(\.\d{1,2})?$/.test(text) && !text.includes("\n");
        expect(parseCents(text) !== null).toBe(isPlain);
      }),
    );
  });

  it.each([
    ["1234.5", "$1,234.50"],
    ["-50", "-$50.00"],
    ["1000000", "$1,000,000.00"],
    ["999.99", "$999.99"],
    ["abc", "$0.00"],
    [null, "$0.00"],
  ])("formats %j as %s", (amount, shown) => {
    expect(formatDollars(amount)).toBe(shown);
  });

  it.each([
    ["1234.50", "EUR", "1,234.50 EUR"],
    ["1234.00", "JPY", "1,234 JPY"],
    ["-1234000.00", "KRW", "-1,234,000 KRW"],
    ["1234.50", "JPY", "1,234.50 JPY"],
    ["1234.50", "BHD", "1,234.500 BHD"],
    ["1234.50", "USDT", "1,234.50 USDT"],
  ])("formats %s %s as %s", (amount, currency, shown) => {
    expect(formatMoney(amount, currency)).toBe(shown);
  });

  it("of sentences always has two decimals", () => {
    expect(moneyIn("JPY")(123_400n)).toBe("1,234.00 JPY");
  });

  it.each([
    ["120", "+$120.00"],
    ["-50", "-$50.00"],
    ["0.00", "$0.00"],
    ["abc", "$0.00"],
  ])("formats a profit or loss of %j as %s", (amount, shown) => {
    expect(formatResult(amount, "USD")).toBe(shown);
  });

  it("formats any amount with all its digits", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), (amount) => {
        const shown = formatDollars(formatDecimal(amount));
        expect(shown).toMatch(/^-?\$\d{1,3}(,\d{3})*\.\d{2}$/);
        expect(parseCents(shown.replaceAll(/[$,]/g, ""), 40)).toBe(amount);
        const sign = amount > 0n ? "+" : "";
        expect(formatResult(formatDecimal(amount), "USD")).toBe(sign + shown);
      }),
    );
  });
});

describe("money in a request", () => {
  const schema = moneyInput("no");
  const read = (value: unknown) => schema.safeParse(value);

  it("as text is accepted to the cent or rejected", () => {
    fc.assert(
      fc.property(cents, (amount) => {
        const text = formatDecimal(amount);
        const tens = (amount / 10n) * 10n;
        expect(read(text).data).toBe(text);
        expect(read(text.slice(0, -1)).data).toBe(formatDecimal(tens));
        expect(read(text.slice(0, -2)).success).toBe(false);
        expect(read(text.slice(0, -3)).data).toBe(formatDecimal((amount / 100n) * 100n));
      }),
    );
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(read(text).success).toBe(parseCents(text) !== null);
      }),
    );
  });

  it("as a number is accepted if it is in whole cents, and never rounded", () => {
    fc.assert(
      fc.property(fc.double(), (number) => {
        const { success, data } = read(number);
        // The accepted amount equals the number in the JSON.
        if (success) expect(Number(data)).toBe(number === 0 ? 0 : number);
        expect(success).toBe(/^-?\d{1,12}(\.\d{1,2})?$/.test(String(number)));
      }),
    );
    fc.assert(
      fc.property(fc.integer({ min: -99_999_999, max: 99_999_999 }), (amount) => {
        expect(read(amount / 100).data).toBe(formatDecimal(BigInt(amount)));
      }),
    );
  });

  it("of any other type is rejected without throwing", () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        fc.pre(typeof value !== "string" && typeof value !== "number");
        expect(read(value).success).toBe(false);
      }),
    );
  });
});

describe("an amount that a person typed", () => {
  it.each([
    ["1250.5", "1250.5"],
    ["1250,50", "1250.50"],
    ["1,25", "1.25"],
    ["0,5", "0.5"],
    ["1.250,50", "1250.50"],
    ["1,250.50", "1250.50"],
    ["1,250.5", "1250.5"],
    ["1 250", "1250"],
    ["1 250,50", "1250.50"],
    ["1\u00a0250\u202f000,50", "1250000.50"],
    ["1'250.50", "1250.50"],
    ["1\u2019250\u2019000", "1250000"],
    ["1.250.000", "1250000"],
    ["1,250,000", "1250000"],
    ["１２５０．５０", "1250.50"],
    ["１，２５０．５０", "1250.50"],
    ["-25,00", "-25.00"],
    ["\u221225.00", "-25.00"],
    ["－25.00", "-25.00"],
    ["  007 ", "007"],
  ])("%j is read as %j", (typed, plain) => {
    expect(plainAmount(typed)).toBe(plain);
    expect(parseCents(plain)).not.toBeNull();
  });

  it.each([
    // Thousands in some countries, fractions in others.
    "1.250",
    "1,250",
    "-1,250",
    "１．２５０",
    // Not the notation of any country, or mistyped.
    "1250,500",
    "1,250,50",
    "1.250.50",
    "1,250 000",
    "12,50,000",
    "12 50",
    "0.125",
    "0,125",
    "0 125",
    ",50",
    "50,",
    "1,,5",
    "1250,-",
    "+5",
    "1e2",
    "$5",
    "5 EUR",
    "(25.00)",
    "- 25",
    "1_000",
    "١٢٥٠",
    "",
  ])("%j is not sure and stays an error", (typed) => {
    expect(plainAmount(typed)).toBe(typed);
    expect(parseCents(plainAmount(typed))).toBeNull();
  });

  it("is the same amount in every notation that a person may use for it", () => {
    const notations = [
      [",", "."],
      [".", ","],
      [" ", "."],
      [" ", ","],
      ["'", "."],
      ["", ","],
      ["", "."],
    ] as const;
    fc.assert(
      fc.property(cents, fc.constantFrom(...notations), (amount, [group, decimal]) => {
        const [whole, fraction] = formatDecimal(amount).split(".");
        const grouped = whole!.replaceAll(/\B(?=(\d{3})+$)/g, group);
        expect(parseCents(plainAmount(`${grouped}${decimal}${fraction}`))).toBe(amount);
      }),
    );
  });
});
