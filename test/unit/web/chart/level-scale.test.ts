import { describe, expect, it } from "vitest";
import { fitScale, type Level } from "../../../../web/components/chart/level-scale.ts";

function level(look: Level["look"], value: number): Level {
  return { key: look, look, label: look, value };
}

const names = (levels: Level[]) => levels.map(({ key }) => key);

describe("the scale of a chart", () => {
  it("includes levels near the curve", () => {
    const scale = fitScale(
      [99_000, 103_000],
      [level("start", 100_000), level("target", 108_000), level("limit", 90_000)],
    );
    expect(names(scale.shown)).toEqual(["start", "target", "limit"]);
    expect(scale.min).toBeLessThan(90_000);
    expect(scale.max).toBeGreaterThan(108_000);
  });

  it("omits levels that would flatten the curve, farthest first", () => {
    const scale = fitScale(
      [100_000, 101_500],
      [level("start", 100_000), level("target", 108_000), level("limit", 99_000)],
    );
    expect(names(scale.shown)).toEqual(["start", "limit"]);
    expect(names(scale.above)).toEqual(["target"]);
    expect(scale.max).toBeLessThan(108_000);
  });

  it("reports on which side a level is out of view", () => {
    const scale = fitScale([139_000, 141_000], [level("target", 110_000), level("start", 100_000)]);
    expect(names(scale.below)).toEqual(["target", "start"]);
  });

  it.each([[[100_000, 100_000]], [[0]], [[]]])("has a height for the curve %j", (values) => {
    const { min, max } = fitScale(values, []);
    expect(max).toBeGreaterThan(min);
  });
});
