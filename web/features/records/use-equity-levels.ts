import { useMemo } from "react";
import type { EquityPoint } from "../../../src/business/trading/records/record.schema.ts";
import type { Stage } from "../../../src/business/trading/stages/stage.schema.ts";
import type { Level } from "../../components/chart/level-scale.ts";
import { useFloors, useStageRules } from "../../domain/verdicts/use-verdict.ts";
import { equityLevels, type AccountLimits } from "./equity-figures.ts";
import type { EquityRange } from "./equity-range.ts";
import { floorLevels } from "./floor-levels.ts";
import type { RecordOwner } from "./record-owner.ts";
import { useDays } from "./use-records.ts";

/** What the chart needs to know of a stage. */
export type ChartedStage = Pick<Stage, "id" | "initialBalance" | "currency" | "rulesVersionId">;

const noLimits = { dailyDrawdownLimit: null, overallLossLimit: null };

interface Shown {
  limits: AccountLimits | undefined;
  range: EquityRange;
  points: readonly EquityPoint[] | undefined;
}

/**
 * Returns the levels of a stage. With rules, only their target and their moving floors are drawn, whatever the
 * account's texts say. Without rules, the account's daily limit is the last day's, and is only drawn for the range of a week.
 */
export function useEquityLevels(
  source: RecordOwner,
  { id, initialBalance, currency, rulesVersionId }: ChartedStage,
  { limits, range, points }: Shown,
): Level[] {
  const hasRules = rulesVersionId !== null;
  const days = useDays(source, id);
  const { data: floors } = useFloors(source, id, hasRules);
  const { data: rules } = useStageRules(source, id);
  const isDaily = !hasRules && range === "week" && limits?.dailyDrawdownLimit;
  const today = isDaily ? days.data?.at(-1) : undefined;
  return useMemo(() => {
    const target = rules?.words.find(({ kind }) => kind === "profit_target")?.amount;
    const start = { initialBalance, currency };
    const levels = hasRules
      ? equityLevels(start, { ...noLimits, profitTarget: target ?? null })
      : equityLevels(start, limits, today);
    const [first, last] = [points?.[0], points?.at(-1)];
    if (!first || !last || !floors) return levels;
    const shown = { from: first.time.getTime(), to: last.time.getTime() };
    return [...levels, ...floorLevels(floors, currency, shown)];
  }, [hasRules, initialBalance, currency, limits, today, floors, rules, points]);
}
