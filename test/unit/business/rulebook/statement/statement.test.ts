import { describe, expect, it } from "vitest";
import type { ConductVerdict } from "../../../../../src/business/rulebook/engine/conduct-verdict.schema.ts";
import type { ConductRule } from "../../../../../src/business/rulebook/kinds/conduct/conduct.schema.ts";
import type { ClosedTrade } from "../../../../../src/business/rulebook/statement/period.rule.ts";
import { statementOf } from "../../../../../src/business/rulebook/statement/statement.rule.ts";
import { formatDecimal, storedCents } from "../../../../../src/platform/money/money.ts";
import { brief, general, rows, stage, underTerms } from "./statement.fixtures.ts";

const DAY = 24 * 60 * 60 * 1000;
const start = Date.parse("2026-03-02T00:00:00Z");

const approval = (payoutId: number, amount: bigint, share: string | null, day: number) => ({
  payoutId,
  amount,
  share,
  at: start + day * DAY,
});

const trade = (
  position: string,
  net: bigint,
  closedOn: number,
  volume = 100_000_000n,
): ClosedTrade => ({
  position,
  openTime: start + closedOn * DAY - 3_600_000,
  closeTime: start + closedOn * DAY,
  net,
  volume,
});

const rule = (deductPercent: string): ConductRule => ({
  kind: "min_hold",
  seconds: 60,
  except: [],
  consequence: "deduct",
  deductPercent,
  strikes: null,
});

/** A finding about trades, of which each is a position, its net and the day on which it was closed. */
function found(index: number, ...trades: [string, string, number | null][]): ConductVerdict {
  const [first] = trades as [[string, string, number | null]];
  return {
    kind: "min_hold",
    index,
    status: "found",
    strikes: null,
    reason: "",
    findings: [
      {
        key: `min_hold/${index}/${first[0]}`,
        at: "2026-03-02T10:00:00.000Z",
        status: "stands",
        consequence: "deduct",
        softened: null,
        strike: null,
        grade: "recorded",
        trades: trades.map(([position, net, closedOn]) => ({
          position,
          symbol: "EURUSD",
          side: "buy",
          openTime: "2026-03-02T09:00:00.000Z",
          closeTime: closedOn === null ? null : new Date(start + closedOn * DAY).toISOString(),
          net,
        })),
        deals: [],
        events: [],
        value: null,
        limit: null,
        deduction: null,
        exonerating: null,
        waiver: null,
        reason: "",
      },
    ],
  };
}

it("is nothing without rules for payouts", () => {
  expect(statementOf({ ...stage, rules: { payout: null } })).toBeNull();
});

describe("a statement without terms", () => {
  it("takes the share of the whole profit, and subtracts what was approved", () => {
    // 1,000 - 200 = 800; 80% of it is 640; 640 - 100 - 60 = 480.
    expect(
      brief({
        rules: { payout: { ...general, bufferAmount: "200.00" } },
        approvals: [approval(7, 10_000n, "80", 3), approval(8, 6_000n, "80", 5)],
      }),
    ).toEqual({
      number: 3,
      lines: ["profit 1000.00", "buffer -200.00", "share -160.00", "paid -100.00", "paid -60.00"],
      withdrawable: "480.00",
    });
  });

  it("rounds the trader's share down", () => {
    // 80% of 1.01 is 0.808.
    expect(brief({ profit: 101n })).toMatchObject({
      lines: ["profit 1.01", "share -0.21"],
      withdrawable: "0.80",
    });
  });

  it("brings a loss up to zero before the share, and too much that was approved after it", () => {
    expect(
      brief({
        profit: -5_000n,
        rules: { payout: { ...general, bufferAmount: "10.00" } },
        approvals: [approval(7, 10_000n, "80", 3)],
      }),
    ).toEqual({
      number: 2,
      lines: [
        "profit -50.00",
        "buffer -10.00",
        "shortfall 60.00",
        "paid -100.00",
        "shortfall 100.00",
      ],
      withdrawable: "0.00",
    });
  });

  it("has the profit alone if nothing was earned", () => {
    expect(brief({ profit: 0n })).toMatchObject({ lines: ["profit 0.00"], withdrawable: "0.00" });
  });

  it("pays out whole units of a currency without smaller ones", () => {
    // 80% of 1,001.99 is 801.592; what is left of 801.592 - 100 is 701.
    expect(
      brief({ currency: "JPY", profit: 100_199n, approvals: [approval(7, 10_000n, "80", 3)] }),
    ).toMatchObject({
      lines: ["profit 1001.99", "share -200.99", "paid -100.00"],
      withdrawable: "701.00",
    });
  });
});

describe("the deductions of a statement", () => {
  const rules = { payout: general, conduct: [rule("50"), rule("100"), rule("33.33")] };

  it("are one a trade, by closing, then position, each by its greatest percent, with all causes", () => {
    const conduct = [
      found(0, ["b", "100.00", 2], ["a", "40.01", 2]),
      found(1, ["c", "30.00", 1]),
      found(2, ["b", "100.00", 2]),
    ];
    const { lines, withdrawable } = statementOf({ ...stage, rules, conduct })!;
    // Half of 40.01 is 20.005, which is rounded away from zero; 1,000 - 30 - 20.01 - 50 = 899.99.
    expect(lines.slice(1, 4)).toEqual([
      {
        code: "deduction",
        amount: "-30.00",
        position: "c",
        percent: "100",
        causes: ["min_hold/1/c"],
        payoutId: null,
      },
      {
        code: "deduction",
        amount: "-20.01",
        position: "a",
        percent: "50",
        causes: ["min_hold/0/b"],
        payoutId: null,
      },
      {
        code: "deduction",
        amount: "-50.00",
        position: "b",
        percent: "50",
        causes: ["min_hold/0/b", "min_hold/2/b"],
        payoutId: null,
      },
    ]);
    // 80% of 899.99 is 719.992.
    expect(withdrawable).toBe("719.99");
  });

  it("leave out open trades, losses, what was waived and what is only noted", () => {
    const waived = found(0, ["c", "30.00", 1]);
    waived.findings[0]!.status = "waived";
    const noted = found(1, ["d", "30.00", 1]);
    noted.findings[0]!.consequence = "note";
    const conduct = [found(0, ["a", "40.00", null], ["b", "-10.00", 2]), waived, noted];
    expect(brief({ rules, conduct }).lines).toEqual(["profit 1000.00", "share -200.00"]);
  });
});

describe("a statement under terms", () => {
  it("settles the profit that approvals have taken, by the share of each", () => {
    // 100 at 80% took 125, 100 at 70% took 142.86, 50 without a share took 50: 1,000 - 317.86 = 682.14.
    // 90% of 682.14 is 613.926.
    expect(
      brief({
        ...underTerms({ payouts: rows({ sharePercent: "80" }, { sharePercent: "90" }) }),
        approvals: [
          approval(7, 10_000n, "80", 3),
          approval(9, 10_000n, "70", 5),
          approval(8, 5_000n, null, 9),
        ],
      }),
    ).toEqual({
      number: 4,
      lines: [
        "profit 1000.00",
        "settled -125.00",
        "settled -142.86",
        "settled -50.00",
        "share -68.22",
      ],
      withdrawable: "613.92",
    });
  });

  it("keeps the buffer, then the part of what is left, then what is above the cap of the profit", () => {
    // u = 5,000; 5,000 - 2,100 = 2,900; at most 50% of 5,000 is 2,500; the cap is 1,500; 80% of it is 1,200.
    expect(
      brief({
        profit: 500_000n,
        ...underTerms({
          payouts: rows({
            buffer: { amount: "2100.00" },
            profitAtMostPercent: "50",
            cap: { sizes: [["50000.00", "1500.00"]] },
          }),
        }),
      }),
    ).toEqual({
      number: 1,
      lines: [
        "profit 5000.00",
        "buffer -2100.00",
        "retained -400.00",
        "cap -1000.00",
        "share -300.00",
      ],
      withdrawable: "1200.00",
    });
  });

  it("caps what is paid out after the share", () => {
    expect(
      brief({
        profit: 500_000n,
        ...underTerms({ capOf: "payout", payouts: rows({ cap: { amount: "1500" } }) }),
      }),
    ).toMatchObject({
      lines: ["profit 5000.00", "share -1000.00", "cap -2500.00"],
      withdrawable: "1500.00",
    });
  });

  it("brings what the buffer lacks up to zero, so that nothing is retained", () => {
    expect(
      brief({
        profit: -10_000n,
        ...underTerms({
          payouts: rows({
            buffer: { percent: "1", of: "initial" },
            profitAtMostPercent: "50",
            cap: { amount: "0.00" },
          }),
        }),
      }),
    ).toMatchObject({
      lines: ["profit -100.00", "buffer -500.00", "shortfall 600.00"],
      withdrawable: "0.00",
    });
  });

  it("uses the general buffer where a row has none", () => {
    expect(brief(underTerms({}, { bufferAmount: "200.00" })).lines).toEqual([
      "profit 1000.00",
      "buffer -200.00",
      "share -160.00",
    ]);
  });

  it.each([
    [0, "500.00"],
    [1, "600.00"],
    [2, "700.00"],
    [7, "700.00"],
  ])("after %d approvals uses the row of the next payout, or the last", (count, withdrawable) => {
    const payouts = rows({ sharePercent: "50" }, { sharePercent: "60" }, { sharePercent: "70" });
    const approvals = Array.from({ length: count }, (_, i) => approval(i + 1, 0n, "50", i));
    expect(brief({ ...underTerms({ payouts }), approvals })).toMatchObject({
      number: count + 1,
      withdrawable,
    });
  });

  it.each([
    [2_000_000n, "100.00"],
    [2_500_000n, "100.00"],
    [4_999_999n, "100.00"],
    [5_000_000n, "200.00"],
    [20_000_000n, "300.00"],
  ])("with an initial balance of %d has the amount of its size", (initialBalance, withdrawable) => {
    const sizes: [string, string][] = [
      ["100000.00", "300.00"],
      ["25000", "100"],
      ["50000.00", "200.00"],
    ];
    const payouts = rows({ sharePercent: "100", cap: { sizes } });
    expect(brief({ initialBalance, ...underTerms({ payouts }) })).toMatchObject({ withdrawable });
  });
});

describe("the range of lots", () => {
  const lotRange = { lowestPercent: "25", highestPercent: "200" };
  const lots = (hundredths: number) => BigInt(hundredths) * 1_000_000n;

  it("deducts in full what was won by volumes outside of it, both ends included", () => {
    // The average of 0.25, 2.00, 1.00, 0.75 and 1.00 lots is 1.00.
    const within = [25, 200, 100, 75, 100];
    const kept = within.map((volume, i) => trade(`k${i}`, 10_000n, i, lots(volume)));
    expect(brief({ ...underTerms({ lotRange }), trades: kept }).lines).toEqual([
      "profit 1000.00",
      "share -200.00",
    ]);
    // With 0.24 instead of 0.25, and 0.76 instead of 0.75, the average is the same.
    const trades = kept
      .with(0, trade("k0", 10_000n, 0, lots(24)))
      .with(3, trade("k3", 10_000n, 3, lots(76)));
    const { lines } = statementOf({ ...stage, ...underTerms({ lotRange }), trades })!;
    expect(lines[1]).toEqual({
      code: "deduction",
      amount: "-100.00",
      position: "k0",
      percent: "100",
      causes: ["lot_range"],
      payoutId: null,
    });
    expect(lines).toHaveLength(3);
  });

  it("compares trades with those of their own period, which ends with an approval", () => {
    // In the first period the average is 1.00. In the second, which begins after the approval, all trades have 5.00.
    const trades = [
      trade("a", 1_000n, 1, lots(100)),
      trade("b", 1_000n, 3, lots(100)),
      trade("c", 2_000n, 4, lots(500)),
      trade("d", -3_000n, 5, lots(500)),
    ];
    const approvals = [approval(7, 8_000n, "80", 3)];
    expect(brief({ ...underTerms({ lotRange }), trades, approvals }).lines).toEqual([
      "profit 1000.00",
      "settled -100.00",
      "share -180.00",
    ]);
    // Without the approval the average is 3.00, so that 0.75 to 6.00 lots are within the range.
    const few = trades.with(0, trade("a", 1_000n, 1, lots(70)));
    expect(brief({ ...underTerms({ lotRange }), trades: few }).lines).toEqual([
      "profit 1000.00",
      "deduction -10.00",
      "share -198.00",
    ]);
  });

  it("still deducts a trade of an earlier period, and one that a finding deducts only once", () => {
    const trades = [
      trade("a", 1_000n, 1, lots(10)),
      trade("b", 1_000n, 2, lots(100)),
      trade("c", 1_000n, 5, lots(100)),
    ];
    const { rules } = underTerms({ lotRange });
    const { lines } = statementOf({
      ...stage,
      rules: { ...rules, conduct: [rule("50")] },
      conduct: [found(0, ["a", "10.00", 1])],
      trades,
      approvals: [approval(7, 8_000n, "80", 3)],
    })!;
    expect(lines[1]).toMatchObject({
      amount: "-10.00",
      percent: "100",
      causes: ["min_hold/0/a", "lot_range"],
    });
    expect(lines.filter(({ code }) => code === "deduction")).toHaveLength(1);
  });
});

describe("any statement", () => {
  /** A small generator of numbers, so that a failure can be repeated. */
  function numbersFrom(seed: number) {
    let state = seed;
    return (below: number) => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((state / 2_147_483_648) * below);
    };
  }

  it.each(Array.from({ length: 200 }, (_, seed) => seed))(
    "adds up to what can be withdrawn, and has no line of 0 (%d)",
    (seed) => {
      const next = numbersFrom(seed + 1);
      const maybe = <Value>(value: Value) => (next(2) === 0 ? null : value);
      const amount = () => ({ amount: formatDecimal(BigInt(next(300_000))) });
      const trades = Array.from({ length: next(12) }, (_, i) =>
        trade(`t${i}`, BigInt(next(40_000) - 15_000), next(20), BigInt(next(500) + 1) * 1_000_000n),
      );
      const payouts = rows(
        ...Array.from({ length: next(3) + 1 }, () => ({
          sharePercent: maybe(String(next(101))),
          buffer: maybe(amount()),
          profitAtMostPercent: maybe(String(next(101))),
          cap: maybe(amount()),
        })),
      );
      const hasTerms = next(3) > 0;
      const payout = { ...general, bufferAmount: amount().amount, sharePercent: String(next(101)) };
      const terms = underTerms({
        payouts,
        capOf: next(2) === 0 ? "profit" : "payout",
        lotRange: maybe({ lowestPercent: "50", highestPercent: "150" }),
      });
      const statement = statementOf({
        ...stage,
        currency: next(4) === 0 ? "JPY" : "USD",
        profit: BigInt(next(1_000_000) - 200_000),
        rules: { payout: { ...payout, ...(hasTerms && { terms: terms.rules.payout!.terms }) } },
        trades,
        approvals: Array.from({ length: next(4) }, (_, i) =>
          approval(i + 1, BigInt(next(500) * 100), maybe(String(next(101))), i * 5),
        ),
      })!;
      const cents = statement.lines.map((line) => storedCents(line.amount));
      expect(formatDecimal(cents.reduce((sum, each) => sum + each, 0n))).toBe(
        statement.withdrawable,
      );
      expect(storedCents(statement.withdrawable)).toBeGreaterThanOrEqual(0n);
      expect(statement.lines.slice(1).filter((line) => storedCents(line.amount) === 0n)).toEqual(
        [],
      );
    },
  );
});
