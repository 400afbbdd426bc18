import type { ReactNode } from "react";
import styles from "./table.module.css";

export interface Column<Row> {
  title: string;
  cell: (row: Row) => ReactNode;
  /** Amounts and actions stand at the end of their column. */
  align?: "end";
}

interface TableProps<Row> {
  /** What the table lists, for screen readers. */
  name: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => number | string;
  /** Called on a click anywhere in a row; one cell must hold a button for keyboards. */
  onOpen?: (row: Row) => void;
  /** For few rows that need no headers to be understood: they are for screen readers only. */
  isPlain?: boolean;
}

// The roles are redundant only until the style sheet turns the table into cards:
// oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role

/**
 * A short table; on small screens each row becomes a card. The roles are explicit because a table
 * that CSS displays as blocks loses its semantics.
 */
export function Table<Row>({ name, columns, rows, rowKey, onOpen, isPlain }: TableProps<Row>) {
  return (
    <table
      role="table"
      aria-label={name}
      className={isPlain ? `${styles.table} ${styles.plain}` : styles.table}
    >
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
            {columns.map(({ title, cell, align }) => (
              <td key={title} role="cell" data-title={title} data-align={align}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
