import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useEffectEvent,
  useRef,
} from "react";
import type uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { useStore } from "../../app/store.ts";
import { colorScheme } from "../../theme/color-scheme.ts";
import type { FormatTicks } from "./chart-ticks.ts";
import {
  createPlot,
  PRINTED_SIZE,
  rightMargin,
  showCursor,
  sizeOf,
  timeRange,
  type ChartData,
} from "./create-plot.ts";
import { Levels } from "./levels.tsx";
import type { LevelScale } from "./level-scale.ts";
import { type ChartBand, Marks, type ChartMark } from "./mark.tsx";
import { readPlotColors } from "./plot-colors.ts";
import styles from "./time-chart.module.css";

interface TimeChartProps {
  /** What the chart shows, for screen readers. */
  label: string;
  data: ChartData;
  scale: LevelScale;
  /** Moments and periods to point out. */
  marks?: readonly ChartMark[];
  bands?: readonly ChartBand[];
  /** The time range; that of the data by default. Milliseconds since 1970 UTC. */
  period?: readonly [number, number] | undefined;
  /** Formats the labels of the value axis. */
  formatTicks: FormatTicks;
  /** How the second curve is drawn; as a line by default. */
  secondLooks?: "line" | "stepped";
  /** The point under the crosshair. */
  selected: number | null;
  onSelect: (index: number | null) => void;
  /** Describes the figures of a point in words, for screen readers. */
  describe: (index: number) => string;
}

/**
 * A chart whose crosshair is moved by pointer, touch or keyboard. Assistive technology sees a slider whose value is a
 * point in time, announced with the figures of that point.
 */
export function TimeChart(props: TimeChartProps) {
  // A canvas does not update its colours, so a change of theme creates a new chart.
  return <ThemedChart key={useStore(colorScheme)} {...props} />;
}

function ThemedChart(props: TimeChartProps) {
  const { label, data, scale, marks = [], bands = [], selected, onSelect, describe } = props;
  const { host, plot } = usePlot(props);
  const last = data.times.length - 1;
  const current = Math.min(selected ?? last, last);

  function selectUnder({ clientX }: PointerEvent) {
    if (!plot.current) return;
    const { left, width } = plot.current.over.getBoundingClientRect();
    onSelect(plot.current.posToIdx(Math.min(Math.max(clientX - left, 0), width)));
  }

  function moveByKey(event: KeyboardEvent) {
    const target = keyTarget(event.key, current, last);
    if (target === undefined) return;
    event.preventDefault();
    onSelect(target);
  }

  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-orientation="horizontal"
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={current}
      aria-valuetext={describe(current)}
      className={styles.chart}
      style={{ "--right-margin": `${rightMargin(scale)}px` } as CSSProperties}
      onKeyDown={moveByKey}
      onBlur={() => onSelect(null)}
      onPointerDown={selectUnder}
      onPointerMove={selectUnder}
      onPointerLeave={({ pointerType }) => pointerType === "mouse" && onSelect(null)}
    >
      <div ref={host} className={styles.plot} aria-hidden="true" />
      <Levels scale={scale} />
      <Marks
        marks={marks}
        bands={bands}
        range={props.period ?? timeRange(data.times[0]!, data.times[last]!)}
      />
    </div>
  );
}

/** Redraws the plot for other data, and follows the size of its frame. */
function usePlot(props: TimeChartProps) {
  const { data, scale, period, selected, formatTicks, secondLooks = "line" } = props;
  const host = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(null);
  const showSelected = useEffectEvent((drawn: uPlot) => showCursor(drawn, selected));

  useEffect(() => {
    const frame = host.current!;
    const draw = (size = sizeOf(frame), scheme = "") => {
      plot.current?.destroy();
      frame.style.colorScheme = scheme;
      plot.current = createPlot(frame, {
        data,
        scale,
        period,
        size,
        colors: readPlotColors(frame),
        formatTicks,
        isSecondStepped: secondLooks === "stepped",
      });
    };
    draw();
    const observer = new ResizeObserver(() => {
      plot.current!.setSize(sizeOf(frame));
      showSelected(plot.current!);
    });
    observer.observe(frame);
    // Neither the size nor the colours of a printed page are observed.
    const printing = new AbortController();
    const { signal } = printing;
    addEventListener("beforeprint", () => draw(PRINTED_SIZE, "light"), { signal });
    addEventListener("afterprint", () => draw(), { signal });
    return () => {
      observer.disconnect();
      printing.abort();
      plot.current!.destroy();
      plot.current = null;
    };
  }, [data, scale, period, formatTicks, secondLooks]);

  useEffect(() => {
    if (plot.current) showCursor(plot.current, selected);
  }, [selected]);

  return { host, plot };
}

/** Returns the point that a key moves to; `null` hides the crosshair. */
function keyTarget(key: string, current: number, last: number): number | null | undefined {
  const page = Math.max(1, Math.round(last / 10));
  const within = (index: number) => Math.min(Math.max(index, 0), last);
  const targets: Record<string, number | null> = {
    ArrowLeft: within(current - 1),
    ArrowDown: within(current - 1),
    ArrowRight: within(current + 1),
    ArrowUp: within(current + 1),
    PageDown: within(current - page),
    PageUp: within(current + page),
    Home: 0,
    End: last,
    Escape: null,
  };
  return targets[key];
}
