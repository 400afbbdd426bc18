import Box from "@mui/material/Box";
import MuiTable from "@mui/material/Table";
import TableBody from "@mui/material/TableBody";
import TableCell from "@mui/material/TableCell";
import TableHead from "@mui/material/TableHead";
import TableRow from "@mui/material/TableRow";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import styles from "./table.module.css";

export interface Column<Row> {
  title: string;
  cell: (row: Row) => ReactNode;
  /** `end` for amounts and actions. */
  align?: "end";
  /** Names the row for screen readers. */
  isHeader?: boolean;
  /**
   * The position on small screens, where each row is a card: next to the card, at the start or the end of its first
   * line, or on its last line. Columns without a position share a line in between; if no column has one, each gets a
   * line with its title.
   */
  card?: "side" | "start" | "end" | "last";
}

interface TableProps<Row> {
  /** What the table lists, for screen readers. */
  name: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => number | string;
  /** Called on a click anywhere in a row; one cell must contain a button for keyboard users. */
  onOpen?: (row: Row) => void;
  /** For a few rows that are clear without headers; screen readers still announce the headers. */
  isPlain?: boolean;
  /** Adds padding, for a surface that has none. */
  isInset?: boolean;
  /** The rows are about to be replaced by others. */
  isBusy?: boolean;
}

// The roles are redundant only until the style sheet turns the table into cards:
// oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role

/**
 * A short table; on small screens each row becomes a card. The roles are explicit because a table
 * that CSS displays as blocks loses its semantics.
 */
export function Table<Row>(props: TableProps<Row>) {
  const { name, columns, rows, rowKey, onOpen, isPlain, isInset, isBusy } = props;
  const isCompact = columns.some(({ card }) => card !== undefined);
  const names = [styles.table, isPlain && styles.plain, isCompact && styles.compact];
  const table = (
    <MuiTable role="table" aria-label={name} className={names.filter(Boolean).join(" ")}>
      <TableHead role="rowgroup">
        <TableRow role="row">
          {columns.map(({ title, align }) => (
            <TableCell key={title} role="columnheader" scope="col" data-align={align}>
              {title}
            </TableCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody role="rowgroup">
        {rows.map((row) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the button in the row
          <TableRow
            key={rowKey(row)}
            role="row"
            data-opens={onOpen ? "" : undefined}
            onClick={onOpen && (() => onOpen(row))}
          >
            {columns.map(({ title, cell, align, card, isHeader }) => (
              <TableCell
                key={title}
                role={isHeader ? "rowheader" : "cell"}
                data-title={title}
                data-align={align}
                data-card={card}
              >
                {cell(row)}
              </TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </MuiTable>
  );
  if (!isInset) return table;
  return (
    <Box aria-busy={isBusy} sx={isBusy ? { ...inset, opacity: 0.55 } : inset}>
      {table}
    </Box>
  );
}

const inset = { padding: "1rem 1.25rem", "& td": { verticalAlign: "top" } };

interface LinesProps {
  /** A soft second line. */
  below: ReactNode;
  children: ReactNode;
}

/** A cell with two lines. */
export function Lines({ below, children }: LinesProps) {
  return (
    <Box
      component="span"
      sx={{ overflowWrap: "anywhere", "& > :is(a, strong)": { fontWeight: 550 } }}
    >
      {children}
      {below ? (
        <Typography
          component="small"
          variant="body2"
          sx={{ display: "block", color: "text.secondary" }}
        >
          {below}
        </Typography>
      ) : null}
    </Box>
  );
}
