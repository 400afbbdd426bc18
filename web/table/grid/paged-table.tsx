import Box from "@mui/material/Box";
import { useEffect, useEffectEvent, type ReactNode } from "react";
import type { GridState, TableSearch } from "../state/table-search.ts";
import { LoadFailure } from "../../components/feedback/load-failure.tsx";
import { TableSkeleton } from "../../components/table/table-skeleton.tsx";

interface Page<Row> {
  rows: readonly Row[];
  total: number;
  exceedsTotal: boolean;
}

export interface PageQuery<Row> {
  data: Page<Row> | undefined;
  isLoadingError: boolean;
  isPlaceholderData: boolean;
  refetch: () => Promise<unknown>;
}

interface PagedTableProps<Row> {
  /** The plural of the rows, as in "Loading users". */
  noun: string;
  query: PageQuery<Row>;
  state: GridState;
  onChange: (change: TableSearch) => void;
  /** Renders the grid, or the fallback while the grid's code loads. */
  children: (page: Page<Row> & { isLoading: boolean; fallback: ReactNode }) => ReactNode;
}

/** If it fails, the grid itself loads it again. */
const loadGrid = () => void import("./data-table.tsx").catch(() => undefined);

/** Shows the states around a table's grid: loading, failed, or beyond the last page. */
export function PagedTable<Row>(props: PagedTableProps<Row>) {
  const { noun, query, state, onChange, children } = props;
  const { data, isPlaceholderData } = query;
  const lastPage = data && Math.max(1, Math.ceil(data.total / state.pageSize));
  const isBeyond =
    lastPage !== undefined &&
    !isPlaceholderData &&
    state.page > lastPage &&
    data?.rows.length === 0;

  const showLastPage = useEffectEvent(() => onChange({ page: lastPage }));
  useEffect(() => {
    if (isBeyond) showLastPage();
  }, [isBeyond]);

  // Loads the grid's code in parallel with its rows, but only after the page around it is painted.
  useEffect(() => {
    const frame = requestAnimationFrame(() => setTimeout(loadGrid));
    return () => cancelAnimationFrame(frame);
  }, []);

  const skeleton = (
    <Box sx={{ px: 2.5, py: 1 }}>
      <TableSkeleton name={`Loading ${noun}`} rows={8} />
    </Box>
  );
  if (query.isLoadingError) {
    return (
      <Box sx={{ px: 2.5, py: 1 }}>
        <LoadFailure text={`Failed to load ${noun}.`} onRetry={() => void query.refetch()} />
      </Box>
    );
  }
  if (!data) return skeleton;
  return children({ ...data, isLoading: isPlaceholderData, fallback: skeleton });
}
