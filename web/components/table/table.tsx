import type { ReactNode } from "react";
import styles from "./table.module.css";

export interface Column<Row> {
  title: string;
  cell: (row: Row) => ReactNode;
  /** `end` for amounts and actions. */
  align?: "end";
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
}

// The roles are redundant only until the style sheet turns the table into cards:
// oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role

/**
 * A short table; on small screens each row becomes a card. The roles are explicit because a table
 * that CSS displays as blocks loses its semantics.
 */
export function Table<Row>({ name, columns, rows, rowKey, onOpen, isPlain }: TableProps<Row>) {
  const isCompact = columns.some(({ card }) => card !== undefined);
  const names = [styles.table, isPlain && styles.plain, isCompact && styles.compact];
  return (
    <table role="table" aria-label={name} className={names.filter(Boolean).join(" ")}>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(({ title, align }) => (
            <th key={title} role="columnheader" scope="col" data-align={align}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the button in the row
          <tr
            key={rowKey(row)}
            role="row"
            data-opens={onOpen ? "" : undefined}
            onClick={onOpen && (() => onOpen(row))}
          >
            {columns.map(({ title, cell, align, card }) => (
              <td key={title} role="cell" data-title={title} data-align={align} data-card={card}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
