import { replaceInvalidLanguage } from "../../../components/chart/replace-invalid-language.ts";
import { Skeleton } from "../../../components/feedback/skeleton.tsx";
import { lazyComponent } from "../../../components/lazy/lazy-component.tsx";
import type { BucketChartProps } from "./bucket-chart.tsx";

const BucketChart = lazyComponent<BucketChartProps>(() => {
  replaceInvalidLanguage();
  return import("./bucket-chart.tsx").then((m) => m.BucketChart);
});

/** Draws figures over time, once there are two points. Its code loads after the tables. */
export function FigureChart(props: BucketChartProps) {
  if (props.points.length < 2) return null;
  return <BucketChart {...props} fallback={<Skeleton shape="block" height="16rem" />} />;
}
