import { describe, expect, it } from "vitest";
import { fitScale } from "../../../../web/components/chart/level-scale.ts";
import { floorLevels } from "../../../../web/features/records/equity-figures.ts";

const at = (time: number, floor: string) => ({ time: new Date(time), floor });
const daily = {
  kind: "daily_loss" as const,
  index: 0,
  points: [at(0, "95000.00"), at(100, "96000.00"), at(200, "94000.00")],
};

describe("the floors in a chart", () => {
  it("start and end with the curve, and state the floor at its end instead of a later one", () => {
    const [level] = floorLevels([daily], "USD", { from: 50, to: 150 });
    expect(level).toMatchObject({
      look: "soft-limit",
      label: "Daily loss $96,000.00",
      value: 96_000,
      steps: [
        { time: 50, value: 95_000 },
        { time: 100, value: 96_000 },
      ],
    });
  });

  it("are named in the same way if they did not move within the curve", () => {
    const [level] = floorLevels([daily], "USD", { from: 110, to: 150 });
    expect(level).toMatchObject({ label: "Daily loss $96,000.00", value: 96_000 });
  });

  it("are named in the currency of the stage", () => {
    const [level] = floorLevels([{ ...daily, kind: "max_loss" }], "EUR", { from: 0, to: 300 });
    expect(level).toMatchObject({ look: "limit", label: "Maximum loss 94,000.00 EUR" });
  });

  it("are absent before the first one is known", () => {
    expect(floorLevels([daily], "USD", { from: -20, to: -10 })).toEqual([]);
  });

  it("fit into the scale with all their steps", () => {
    const levels = floorLevels([daily], "USD", { from: 0, to: 300 });
    const { min, shown } = fitScale([96_500, 99_000], levels);
    expect(shown).toEqual(levels);
    expect(min).toBeLessThan(94_000);
  });
});
