import fc from "fast-check";
import { expect, it } from "vitest";
import {
  type EquityPoint,
  thin,
} from "../../../../../src/business/record/derivation/equity.rule.ts";

const points: fc.Arbitrary<EquityPoint[]> = fc
  .array(
    fc.record({
      step: fc.integer({ min: 0, max: 1_000_000 }),
      balance: fc.bigInt({ min: -1000n, max: 1000n }),
      equity: fc.option(fc.bigInt({ min: -1000n, max: 1000n })),
    }),
    { maxLength: 400 },
  )
  .map((steps) => {
    let time = 0;
    return steps.map(({ step, balance, equity }) => ({ time: (time += step), balance, equity }));
  });

const range = (curve: EquityPoint[], pick: (point: EquityPoint) => bigint | null) => {
  const values = curve
    .map(pick)
    .filter((value) => value !== null)
    .toSorted((a, b) => (a < b ? -1 : 1));
  return [values[0], values.at(-1)];
};

it("thinning keeps at most the given number of points in order, with both ends and every low and high", () => {
  fc.assert(
    fc.property(points, fc.integer({ min: 8, max: 60 }), (curve, limit) => {
      const kept = thin(curve, limit);
      expect(kept.length).toBeLessThanOrEqual(Math.max(limit, 0));
      expect(kept).toEqual(curve.filter((point) => kept.includes(point)));
      expect([kept[0], kept.at(-1)]).toEqual([curve[0], curve.at(-1)]);
      for (const pick of [
        ({ balance }: EquityPoint) => balance,
        ({ equity }: EquityPoint) => equity,
      ]) {
        expect(range(kept, pick)).toEqual(range(curve, pick));
      }
    }),
  );
});

it("a short curve is unchanged", () => {
  const curve = [{ time: 1, balance: 1n, equity: null }];
  expect(thin(curve, 500)).toEqual(curve);
});
