import Box from "@mui/material/Box";
import { useMemo } from "react";
import { formatMoney } from "../../../../src/platform/money/money.ts";
import { DAY } from "../../../../src/platform/time/durations.rule.ts";
import { formatCountTicks, moneyTicksIn } from "../../../components/chart/chart-ticks.ts";
import { StepChart } from "../../../components/chart/step-chart.tsx";
import { formatCalendarDay } from "../../../domain/format/dates.ts";
import { formatCount } from "../../../domain/format/figures.ts";

/** The figures of a span that begins with a day such as `2026-03-01`. */
export interface BucketPoint {
  day: string;
  main: string | number;
  second?: string | number;
}

export interface BucketChartProps {
  title: string;
  /** At least two. */
  points: readonly BucketPoint[];
  /** What the curves are named. */
  main: string;
  second?: string;
  /** Of amounts; without it, the figures are counts. */
  currency?: string;
}

/** Draws one or two figures by the span of time that they belong to. */
export function BucketChart({ title, points, main, second, currency }: BucketChartProps) {
  const curves = useMemo(() => {
    const say = (value: string | number = 0) =>
      currency === undefined ? formatCount(Number(value)) : formatMoney(String(value), currency);
    return {
      main: {
        name: main,
        read: (point: BucketPoint) => Number(point.main),
        format: (point: BucketPoint) => say(point.main),
      },
      second:
        second === undefined
          ? undefined
          : {
              name: second,
              read: (point: BucketPoint) => Number(point.second),
              format: (point: BucketPoint) => say(point.second),
            },
    };
  }, [main, second, currency]);
  return (
    <Box sx={{ display: "grid", marginBlockEnd: "1.25rem" }}>
      <StepChart
        title={title}
        label={`${title} over time`}
        points={points}
        startOf={startOf}
        lasts={lastSpan(points)}
        formatTicks={currency === undefined ? formatCountTicks : moneyTicksIn(currency)}
        main={curves.main}
        {...(curves.second && { second: curves.second })}
        when={sayFrom}
      />
    </Box>
  );
}

/** Midnight of the viewer, whose calendar the axis shows. */
const startOf = ({ day }: BucketPoint) => new Date(`${day}T00:00:00`).getTime();

/** The last span is drawn as wide as the one before. */
const lastSpan = (points: readonly BucketPoint[]) =>
  Math.max(DAY, startOf(points.at(-1)!) - startOf(points.at(-2)!));

function sayFrom({ day }: BucketPoint) {
  const shown = formatCalendarDay(new Date(day));
  return { term: "From", day: shown, words: `From ${shown}` };
}
