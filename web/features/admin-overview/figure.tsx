import { formatCount } from "../../domain/format/counts.ts";
import { Skeleton } from "../../components/feedback/skeleton.tsx";

/** Shows a number, or a skeleton while it loads. */
export function Figure({
  value,
  width = "3ch",
}: {
  value: number | string | undefined;
  width?: string;
}) {
  if (value === undefined) return <Skeleton width={width} />;
  return typeof value === "number" ? formatCount(value) : value;
}
