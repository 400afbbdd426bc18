import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { formatCount } from "../../domain/format/figures.ts";
import { pageSizes, type TableSearch, type TableState } from "../state/table-search.ts";
import { IconButton } from "../../components/button/icon-button.tsx";
import { Select } from "../../components/field/select.tsx";

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
    <Typography component="footer" variant="body2" sx={look}>
      <p aria-live="polite">
        Showing {formatCount(before + 1)} to {formatCount(before + shown)} of {formatCount(total)}
        {exceedsTotal ? "+" : ""} {noun}
      </p>
      {isPaged ? (
        <Box sx={{ display: "flex", alignItems: "center", gap: 0.25, "& select": { mr: 1 } }}>
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
        </Box>
      ) : null}
    </Typography>
  );
}

const look = {
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  justifyContent: "space-between",
  gap: "0.5rem 1rem",
  minHeight: "3.25rem",
  py: 1,
  pl: 2.5,
  pr: 1.5,
  borderTop: "1px solid var(--line)",
  color: "text.secondary",
  fontVariantNumeric: "tabular-nums",
};

const options = Object.fromEntries(pageSizes.map((size) => [String(size), String(size)]));

interface PageSizeSelectProps {
  value: number;
  onChange: (size: (typeof pageSizes)[number]) => void;
}

function PageSizeSelect({ value, onChange }: PageSizeSelectProps) {
  function choose(chosen: string) {
    const size = pageSizes.find((known) => String(known) === chosen);
    if (size) onChange(size);
  }
  return (
    <Select
      layout="inline"
      label="Rows per page"
      options={options}
      value={String(value)}
      onChange={(event) => choose(event.target.value)}
    />
  );
}
