import { formatCount } from "../../domain/format/counts.ts";
import { pageSizes, type TableSearch, type TableState } from "../state/table-search.ts";
import { IconButton } from "../../components/button/icon-button.tsx";
import styles from "./data-table.module.css";
import { PageSizeSelect } from "./page-size-select.tsx";

interface TableFooterProps {
  noun: string;
  /** The number of rows on this page. */
  shown: number;
  total: number;
  /** There are more rows than `total`. */
  exceedsTotal: boolean;
  state: Pick<TableState, "page" | "pageSize">;
  onChange: (change: TableSearch) => void;
}

/** The range of the rows shown, and the paging controls. */
export function TableFooter({
  noun,
  shown,
  total,
  exceedsTotal,
  state,
  onChange,
}: TableFooterProps) {
  if (total === 0) return null;
  const { page, pageSize } = state;
  const before = (page - 1) * pageSize;
  const isPaged = total > pageSizes[0];
  const isLast = exceedsTotal ? shown < pageSize : before + pageSize >= total;
  return (
    <footer className={styles.footer}>
      <p aria-live="polite">
        Showing {formatCount(before + 1)} to {formatCount(before + shown)} of {formatCount(total)}
        {exceedsTotal ? "+" : ""} {noun}
      </p>
      {isPaged ? (
        <div className={styles.paging}>
          <PageSizeSelect value={pageSize} onChange={(size) => onChange({ pageSize: size })} />
          <IconButton
            icon="chevronLeft"
            label="Go to previous page"
            disabled={page === 1}
            onClick={() => onChange({ page: page - 1 })}
          />
          <IconButton
            icon="chevronRight"
            label="Go to next page"
            disabled={isLast}
            onClick={() => onChange({ page: page + 1 })}
          />
        </div>
      ) : null}
    </footer>
  );
}
