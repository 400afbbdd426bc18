import { expect, it } from "vitest";
import { groupSizes } from "../../../../src/business/links/comparison/groups.rule.ts";

it("connects traders across pairs and facts", () => {
  expect(groupSizes([])).toEqual([]);
  expect(
    groupSizes([
      [1, 2],
      [3, 4],
      [4, 2],
      [7, 8, 9],
      [9, 7],
      [10, 11],
    ]),
  ).toEqual([4, 3, 2]);
});
