import Box from "@mui/material/Box";
import { type ReactNode, useMemo, useState } from "react";
import type { EquityPoint } from "../../../src/business/record/results/result.schema.ts";
import type { Stage } from "../../../src/business/record/stages/stage.schema.ts";
import { tradingDays } from "../../../src/business/rulebook/timeline/trading-day.rule.ts";
import type { Level } from "../../components/chart/level-scale.ts";
import type { ChartMark } from "../../components/chart/mark.tsx";
import { Choice } from "../../components/choice/choice.tsx";
import { LoadFailure } from "../../components/feedback/load-failure.tsx";
import { LoadingRegion } from "../../components/feedback/loading-region.tsx";
import { Skeleton } from "../../components/feedback/skeleton.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import { useFloors, useStageRules } from "../../domain/verdicts/use-verdict.ts";
import {
  type AccountLimits,
  equityLevels,
  type EquityRange,
  equityRanges,
  floorLevels,
  pointsFrom,
  pointsWithin,
  rangeStart,
  showsDay,
} from "./equity-figures.ts";
import { LazyEquityChart } from "./lazy-equity-chart.ts";
import type { RecordOwner } from "./record-search.ts";
import type { FindingWindow } from "./finding-window.ts";
import { useDays, useEquity } from "./use-records.ts";

/** What the chart needs to know of a stage. */
type ChartedStage = Pick<Stage, "id" | "initialBalance" | "currency" | "rulesVersionId">;

interface EquityPanelProps {
  source: RecordOwner;
  stage: ChartedStage;
  /** The limits of the account, if they apply to the stage. */
  limits?: AccountLimits;
  /** A moment to point out. */
  mark?: ChartMark;
  /** The minutes around a finding, which are shown first. */
  minutes?: FindingWindow;
  /** Shown next to the ranges. */
  tools?: ReactNode;
  /** Replaces the panel if the stage has no points. */
  empty: ReactNode;
}

/** The chart of a stage; the ranges of a week and a month have a finer resolution. */
export function EquityPanel(props: EquityPanelProps) {
  const { source, stage, limits, minutes, tools, empty } = props;
  const mark = minutes?.marks[0] ?? props.mark;
  const [chosen, setRange] = useState<EquityRange | "minutes">();
  const whole = useEquity(source, { stage: stage.id });
  const around = useMinutes(source, stage.id, minutes);
  const hasMinutes = minutes !== undefined && around.data?.length !== 0;
  const day = useMarkedDay(source, stage.id, mark);
  const hasDay = showsDay(whole.data ?? [], day);
  const first = hasMinutes ? "minutes" : hasDay ? "day" : rangeAround(mark, whole.data);
  const wanted = chosen ?? first;
  const isAround = wanted === "minutes";
  const range = isAround ? "all" : wanted;
  const start = useMemo(() => rangeStart(whole.data ?? [], range, day), [whole.data, range, day]);
  const part = useEquity(source, { stage: stage.id, from: start, isNeeded: start !== undefined });
  const points = useMemo(() => {
    if (isAround) return around.data;
    if (!whole.data || !start) return whole.data;
    const found = part.data?.length ? part.data : pointsFrom(whole.data, start);
    return range === "day" && day ? pointsWithin(found, day) : found;
  }, [isAround, around.data, whole.data, start, part.data, range, day]);
  const shown = isAround ? around : whole;
  const levels = useEquityLevels(source, stage, { limits, range, points });
  if (points?.length === 0) return empty;
  const skeleton = (
    <LoadingRegion name="Loading the chart">
      <Skeleton shape="block" height="21rem" />
    </LoadingRegion>
  );
  return (
    <Panel
      title="Performance"
      aside={
        <Box
          sx={{
            display: "flex",
            flexWrap: { xs: tools ? "nowrap" : "wrap", sm: "wrap" },
            alignItems: "center",
            gap: "0.5rem 0.75rem",
            "& > :last-child": { flex: "none", ml: "auto" },
          }}
        >
          {tools}
          <Choice
            name="Range"
            options={rangesOf({ hasMinutes, hasDay })}
            selected={wanted}
            onSelect={setRange}
          />
        </Box>
      }
    >
      {shown.isLoadingError ? (
        <LoadFailure text="Failed to load the chart." onRetry={() => void shown.refetch()} />
      ) : points ? (
        <LazyEquityChart
          points={points}
          stage={stage}
          levels={isAround ? noLevels : levels}
          {...(isAround ? minutes : { marks: mark && [mark] })}
          fallback={skeleton}
        />
      ) : (
        skeleton
      )}
    </Panel>
  );
}

/** Returns the ranges that a chart offers, the shortest first. */
function rangesOf({ hasMinutes, hasDay }: { hasMinutes: boolean; hasDay: boolean }) {
  const ranges: Readonly<Partial<Record<EquityRange | "minutes", string>>> = {
    ...(hasMinutes && { minutes: "Minutes" }),
    ...(hasDay && { day: "Day" }),
    ...equityRanges,
  };
  return ranges;
}

/** Reads the curve of the minutes around a finding, if there is one. */
function useMinutes(source: RecordOwner, stage: number, minutes: FindingWindow | undefined) {
  const [from, to] = minutes?.period ?? [0, 0];
  return useEquity(source, {
    stage,
    from: new Date(from),
    to: new Date(to),
    isNeeded: minutes !== undefined,
  });
}

/** Returns the trading day of the moment that a chart points out; `undefined` while the rules are not known. */
function useMarkedDay(source: RecordOwner, stage: number, mark: ChartMark | undefined) {
  const { data: rules } = useStageRules(source, stage, mark !== undefined);
  const time = mark?.time;
  const dayStart = rules?.day;
  return useMemo(
    () =>
      dayStart === undefined || time === undefined || Number.isNaN(time)
        ? undefined
        : tradingDays(dayStart)(time),
    [dayStart, time],
  );
}

/** Returns the shortest range that shows a moment, so that it can be seen what happened before it. */
function rangeAround(
  mark: ChartMark | undefined,
  points: readonly EquityPoint[] = [],
): EquityRange {
  if (!mark) return "all";
  const shows = (range: EquityRange) => Number(rangeStart(points, range) ?? Infinity) <= mark.time;
  return (["week", "month"] as const).find(shows) ?? "all";
}

/** The minutes fill the height: what is further away would flatten them. */
const noLevels: Level[] = [];

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
function useEquityLevels(
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
