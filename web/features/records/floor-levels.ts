import { ruleNames } from "../../../src/business/judgement/rules/rule-figures.rule.ts";
import type { Floor } from "../../../src/business/judgement/verdicts/verdicts.schema.ts";
import { moneyIn, storedCents } from "../../../src/platform/money/money.ts";
import type { Level, LevelStep } from "../../components/chart/level-scale.ts";

/**
 * Returns the floors within the time range of a curve. The label states the floor at its end, where the line is drawn;
 * the floor of a later day is shown beside the rule.
 */
export function floorLevels(
  floors: readonly Floor[],
  currency: string,
  { from, to }: { from: number; to: number },
): Level[] {
  return floors.flatMap(({ kind, index, points }): Level[] => {
    const steps = stepsWithin(points, from, to);
    const last = points.findLast(({ time }) => time.getTime() <= to);
    if (!last) return [];
    const hasMoved = steps.some(({ value }) => value !== steps[0]!.value);
    return [
      {
        key: `${kind}-${index}`,
        look: kind === "daily_loss" ? "soft-limit" : "limit",
        label: `${ruleNames[kind]}${hasMoved ? ", latest" : ""} ${moneyIn(currency)(storedCents(last.floor))}`,
        value: Number(last.floor),
        steps,
      },
    ];
  });
}

/** Returns the floor that applied at the start of the curve, and the later ones. */
function stepsWithin(points: Floor["points"], from: number, to: number): LevelStep[] {
  const first = points.findLastIndex(({ time }) => time.getTime() <= from);
  return points
    .slice(Math.max(first, 0))
    .filter(({ time }) => time.getTime() <= to)
    .map(({ time, floor }) => ({ time: Math.max(time.getTime(), from), value: Number(floor) }));
}
