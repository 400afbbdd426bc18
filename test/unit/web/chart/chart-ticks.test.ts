import { describe, expect, it } from "vitest";
import { formatTimeTicks, moneyTicksIn } from "../../../../web/components/chart/chart-ticks.ts";

const HOUR = 3_600_000;

describe("the ticks of money", () => {
  it.each([
    [[100_000, 110_000], 10_000, ["$100k", "$110k"]],
    [[100_000, 102_500], 2500, ["$100.0k", "$102.5k"]],
    [[100_000, 100_005], 5, ["$100,000", "$100,005"]],
    [[9500, 10_000], 500, ["$9.5k", "$10.0k"]],
    [[4500, 5000], 500, ["$4,500", "$5,000"]],
    [[-500, 0], 500, ["-$500", "$0"]],
    [[0, 10_000], 10_000, ["$0", "$10k"]],
    [[10_000_000, 10_500_000], 500_000, ["$10.0M", "$10.5M"]],
  ])("%j in steps of %i", (values, step, expected) => {
    expect(moneyTicksIn("USD")(values, step)).toEqual(expected);
  });

  it("in other currencies have no symbol", () => {
    expect(moneyTicksIn("EUR")([-10_000, 0, 10_000], 10_000)).toEqual(["-10k", "0", "10k"]);
  });
});

describe("the ticks of time", () => {
  it("are hours within a day, which begins with its date", () => {
    const times = [new Date(2026, 2, 2), new Date(2026, 2, 2, 6)].map(Number);
    expect(formatTimeTicks(times, 6 * HOUR)).toEqual(["Mar 2", "06:00"]);
  });

  it("are days within months, and months within years", () => {
    const times = [new Date(2026, 11, 1), new Date(2027, 0, 1)].map(Number);
    expect(formatTimeTicks(times, 7 * 24 * HOUR)).toEqual(["Dec 1", "Jan 1"]);
    expect(formatTimeTicks(times, 31 * 24 * HOUR)).toEqual(["Dec", "2027"]);
  });
});
