import { describe, expect, it } from "vitest";
import type { EquityPoint } from "../../../../src/business/record/results/result.schema.ts";
import {
  describePoint,
  equityFigures,
  equityLevels,
  toChartData,
  pointsFrom,
  pointsWithin,
  rangeStart,
  showsDay,
} from "../../../../web/features/records/equity-figures.ts";

const HOUR = 3_600_000;

function curve(...points: [balance: string, equity: string | null][]): EquityPoint[] {
  return points.map(([balance, equity], index) => ({
    time: new Date(index * HOUR),
    balance,
    equity,
  }));
}

describe("the curves", () => {
  it("keep a gap if equity was not observed", () => {
    const points = curve(["100.00", "100.00"], ["100.00", null], ["104.25", "103.00"]);
    expect(toChartData(points)).toEqual({
      times: [0, HOUR, 2 * HOUR],
      main: [100, 100, 104.25],
      second: [100, null, 103],
      breaks: [],
    });
  });

  it("have no equity if it only repeats the balance between trades", () => {
    const points = curve(["100.00", "100.00"], ["104.25", "104.25"]);
    expect(toChartData(points).second).toEqual([null, null]);
  });

  it("do not connect the equity before and after a trade that was not observed", () => {
    const points = curve(
      ["100.00", "100.00"],
      ["104.00", "104.00"],
      ["104.00", "103.50"],
      ["105.00", "105.00"],
    );
    expect(toChartData(points).breaks).toEqual([0]);
  });
});

const start = { initialBalance: "100000.00", currency: "USD" };

describe("the levels", () => {
  const limits = {
    dailyDrawdownLimit: "5% / $4,000",
    overallLossLimit: "10%",
    profitTarget: "$8,000",
  };

  it("are the start, the target and the maximum loss", () => {
    const levels = equityLevels(start, limits, undefined);
    expect(levels.map(({ label, value }) => [label, value])).toEqual([
      ["Start $100,000.00", 100_000],
      ["Target $108,000.00", 108_000],
      ["Maximum loss $90,000.00", 90_000],
    ]);
  });

  it("include the daily limit of a day, from the balance at its start", () => {
    const day = { day: "2026-03-02", openingBalance: "102500.00" };
    const [daily] = equityLevels(start, limits, day).slice(-1);
    expect(daily).toMatchObject({ label: "Daily limit of Mar 2 $98,500.00", value: 98_500 });
  });

  it.each([
    ["are not known", undefined],
    [
      "name no amount",
      { dailyDrawdownLimit: "ask support", overallLossLimit: null, profitTarget: "0%" },
    ],
  ])("are only the start if the limits %s", (_name, given) => {
    const levels = equityLevels(start, given, {
      day: "2026-03-02",
      openingBalance: "100000.00",
    });
    expect(levels.map(({ look }) => look)).toEqual(["start"]);
  });
});

describe("the figures of a point", () => {
  it("have a sign, two decimals and the share of the start", () => {
    const point = curve(["95749.25", null]).at(0)!;
    const figures = equityFigures(point, start);
    expect(figures).toEqual({
      balance: "$95,749.25",
      equity: null,
      change: "-$4,250.75",
      percent: "-4.25%",
      tone: "loss",
    });
    expect(describePoint("Mar 02, 2026, 09:00", figures)).toBe(
      "Mar 02, 2026, 09:00: balance $95,749.25, equity not observed, change -$4,250.75, -4.25%",
    );
  });

  it("are in the currency of the stage", () => {
    const euros = { ...start, currency: "EUR" };
    const point = curve(["100250.50", "100250.50"]).at(0)!;
    expect(equityFigures(point, euros)).toMatchObject({
      balance: "100,250.50 EUR",
      equity: "100,250.50 EUR",
      change: "+250.50 EUR",
    });
    expect(equityLevels(euros, undefined).map(({ label }) => label)).toEqual([
      "Start 100,000.00 EUR",
    ]);
  });

  it("have no share of a start of zero", () => {
    const point = curve(["10.00", "10.00"]).at(0)!;
    expect(equityFigures(point, { ...start, initialBalance: "0.00" }).percent).toBe(null);
  });
});

describe("a range", () => {
  const points = Array.from({ length: 40 }, (_, day) => ({
    time: new Date(day * 24 * HOUR),
    balance: "100.00",
    equity: null,
  }));

  it("ends with the record", () => {
    expect(rangeStart(points, "week")).toEqual(new Date(32 * 24 * HOUR));
    expect(pointsFrom(points, rangeStart(points, "week")!)).toHaveLength(8);
  });

  it("is the day of a moment, if it has enough points to draw", () => {
    const day = { from: 5 * 24 * HOUR, to: 6 * 24 * HOUR };
    expect(rangeStart(points, "day", day)).toEqual(new Date(day.from));
    expect(pointsWithin(points, day)).toEqual([points[5]]);
    expect(showsDay(points, day)).toBe(false);
    expect(showsDay(points, { ...day, to: 7 * 24 * HOUR })).toBe(true);
    expect(showsDay(points, undefined)).toBe(false);
  });

  it("is the whole record if it is not longer", () => {
    expect(rangeStart(points, "all")).toBeUndefined();
    expect(rangeStart(points.slice(0, 8), "week")).toBeUndefined();
    expect(rangeStart([], "week")).toBeUndefined();
  });
});
