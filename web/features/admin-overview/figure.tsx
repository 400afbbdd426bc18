import { formatCount } from "../../format/counts.ts";
import Skeleton from "@mui/material/Skeleton";

/** A number, or its place while it is on its way. */
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
