import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { fitScale, type Level } from "../../../../web/components/chart/level-scale.ts";
import { Levels } from "../../../../web/components/chart/levels.tsx";

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

describe("the labels of levels", () => {
  const steps = [
    { time: 0, value: 95_000 },
    { time: 1, value: 99_000 },
  ];

  function render(start: number, latest: number): string {
    const shown = [level("start", start), { ...level("soft-limit", 99_000), steps }];
    const scale = { min: 90_000, max: 110_000, shown, above: [], below: [] };
    const data = { times: [0, 1], main: [105_000, latest], second: [null, null], breaks: [] };
    return renderToStaticMarkup(createElement(Levels, { scale, data }));
  }

  it("are those of levels that move if the start level is there, too", () => {
    const labels =
      render(99_500, 105_000).match(/inset-block-start:[^"]*"><span[^>]*>[^<]+/g) ?? [];
    expect(labels).toHaveLength(1);
    expect(labels[0]).toMatch(/^inset-block-start:55\b.*>soft-limit$/);
  });

  it("are on the side of their line where the curve does not end", () => {
    const isAbove = (markup: string) =>
      /class="[^"]*above[^"]*"[^>]*><span[^>]*>soft-limit/.test(markup);
    expect(isAbove(render(105_000, 105_000))).toBe(true);
    expect(isAbove(render(105_000, 99_500))).toBe(false);
    expect(isAbove(render(105_000, 98_500))).toBe(true);
  });
});
