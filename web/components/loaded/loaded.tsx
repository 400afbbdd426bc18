import Box from "@mui/material/Box";
import type { ReactNode } from "react";
import { LoadFailure } from "../feedback/load-failure.tsx";
import { TableSkeleton } from "../table/table-skeleton.tsx";

interface LoadedProps<Data> {
  query: { data?: Data | undefined; isError: boolean; refetch: () => Promise<unknown> };
  /** Names the content, as in "Loading the stages". */
  noun: string;
  /** Shown while the content loads: an element, or a number of skeleton lines. */
  skeleton: ReactNode;
  /** Adds padding, for a surface that has none. */
  isInset?: boolean;
  children: (data: Data) => ReactNode;
}

/** Shows what a query returns, a skeleton while it loads, or a failure with a retry. */
export function Loaded<Data>(props: LoadedProps<Data>): ReactNode {
  const { query, noun, skeleton, isInset = false, children } = props;
  if (query.data !== undefined) return children(query.data);
  const state = query.isError ? (
    <LoadFailure text={`Failed to load ${noun}.`} onRetry={() => void query.refetch()} />
  ) : typeof skeleton === "number" ? (
    <TableSkeleton name={`Loading ${noun}`} rows={skeleton} />
  ) : (
    skeleton
  );
  return isInset ? <Box sx={{ px: 2.5, py: 1 }}>{state}</Box> : state;
}
