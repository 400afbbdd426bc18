import Box from "@mui/material/Box";
import type { ReactNode } from "react";

export interface FigureColumn<Row> {
  title: string;
  cell: (row: Row) => ReactNode;
  /** Words, which begin at the start of the column. */
  isText?: boolean;
}

interface FigureTableProps<Row> {
  /** What the table lists, for screen readers. */
  name: string;
  /** The first one names the row. */
  columns: readonly FigureColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
}

/** A dense table of figures, which scrolls in its own frame. */
export function FigureTable<Row>({ name, columns, rows, rowKey }: FigureTableProps<Row>) {
  const [first, ...others] = columns;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- to scroll by keyboard
    <Box role="region" aria-label={name} tabIndex={0} sx={scrolling}>
      <table aria-label={name}>
        <thead>
          <tr>
            {columns.map(({ title, isText }) => (
              <th key={title} scope="col" data-text={isText}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              <th scope="row">{first?.cell(row)}</th>
              {others.map(({ title, cell, isText }) => (
                <td key={title} data-text={isText}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Box>
  );
}

const scrolling = {
  maxBlockSize: "24rem",
  overflow: "auto",
  fontSize: "var(--text-sm)",
  fontVariantNumeric: "tabular-nums",
  "& table": { inlineSize: "100%", borderCollapse: "collapse" },
  "& th, & td": {
    padding: "0.375rem 0.75rem",
    borderBlockEnd: "1px solid var(--line)",
    textAlign: "end",
    fontWeight: 400,
    whiteSpace: "nowrap",
  },
  // Large enough to hit on a phone.
  "& :is(a, button)": {
    display: "inline-block",
    minBlockSize: 24,
    minInlineSize: 24,
    textAlign: "inherit",
    textDecoration: "underline",
  },
  "& thead th": { color: "text.secondary" },
  "& th:first-of-type, & [data-text]": { textAlign: "start" },
  "@media print": { maxBlockSize: "none", overflow: "visible" },
};
