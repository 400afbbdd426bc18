import { expect, it } from "vitest";
import { stackLabels } from "../../../../web/components/chart/levels.tsx";
import type { Level } from "../../../../web/components/chart/level-scale.ts";

const level = (value: number): Level => ({
  key: `${value}`,
  label: `${value}`,
  value,
  look: "limit",
});
const tops = (...values: number[]) => {
  const shown = values.map(level);
  const stacked = stackLabels({ min: 0, max: 100, shown, above: [], below: [] });
  return shown.map((each) => Math.round(stacked.get(each)! * 1000) / 1000);
};

it("the label of a level is centred on its line", () => {
  expect(tops(50, 20)).toEqual([0.435, 0.735]);
});

it("labels near each other follow in the order of their values", () => {
  expect(tops(50, 51)).toEqual([0.555, 0.425]);
});

it("labels stay within the chart, with room for those that follow", () => {
  expect(tops(100, 1, 0)).toEqual([0, 0.74, 0.87]);
});
