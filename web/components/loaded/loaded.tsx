import Box from "@mui/material/Box";
import type { ReactNode } from "react";
import { readApiError } from "../../app/api-client/api-error.ts";
import { LoadFailure } from "../feedback/load-failure.tsx";
import { TableSkeleton } from "../table/table-skeleton.tsx";

interface LoadedProps<Data> {
  query: {
    data?: Data | undefined;
    isLoadingError: boolean;
    error?: unknown;
    refetch: () => Promise<unknown>;
  };
  /** Names the content, as in "Loading the stages". */
  noun: string;
  /** Shown while the content loads: an element, or a number of skeleton lines. */
  skeleton: ReactNode;
  /** Shown if the content does not exist, instead of the failure. */
  missing?: ReactNode;
  /** Adds padding, for a surface that has none. */
  isInset?: boolean;
  children: (data: Data) => ReactNode;
}

/** Shows what a query returns, a skeleton while it loads, or a failure with a retry. */
export function Loaded<Data>(props: LoadedProps<Data>): ReactNode {
  const { query, noun, skeleton, missing, isInset = false, children } = props;
  if (query.data !== undefined) return children(query.data);
  if (missing && readApiError(query.error).httpStatus === 404) return missing;
  const state = query.isLoadingError ? (
    <LoadFailure text={`Failed to load ${noun}.`} onRetry={() => void query.refetch()} />
  ) : typeof skeleton === "number" ? (
    <TableSkeleton name={`Loading ${noun}`} rows={skeleton} />
  ) : (
    skeleton
  );
  return isInset ? <Box sx={{ px: 2.5, py: 1 }}>{state}</Box> : state;
}
