import { formatDecimal, storedCents } from "../../../platform/money/money.ts";
import { equityPointOf, thin } from "../../trading/records/equity.rule.ts";
import { Timeline } from "../../trading/timeline/timeline.rule.ts";
import type { JudgedCase } from "./verify-case.rule.ts";

/** Balance and equity over time; equity is `null` if it was not observed. */
export interface CurvePoint {
  time: Date;
  balance: string;
  equity: string | null;
}

/**
 * Returns the balance and equity curve of a case, thinned to at most `limit` points that include its lows and
 * highs.
 */
export function curveOf({ file, groups, engine }: JudgedCase, limit: number): CurvePoint[] {
  const timeline = new Timeline(storedCents(file.stage.initialBalance), undefined, engine);
  const points = groups.map((group) => equityPointOf(timeline.play(group)));
  return thin(points, limit).map(({ time, balance, equity }) => ({
    time: new Date(time),
    balance: formatDecimal(balance),
    equity: equity === null ? null : formatDecimal(equity),
  }));
}
