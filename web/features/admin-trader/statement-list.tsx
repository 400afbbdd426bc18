import type { Statement } from "../../../src/business/trading/statements/statement.schema.ts";
import { TextButton } from "../../components/button/text-button.tsx";
import { Table, type Column } from "../../components/table/table.tsx";
import { formatDay, formatTime } from "../../domain/format/dates.ts";
import { shorten } from "../../domain/format/shorten.ts";
import { statementFormatLabels } from "../../domain/statements/statement-labels.ts";
import { describePeriod } from "../../domain/statements/describe-period.ts";
import { StatementBadge } from "../../domain/statements/statement-badge.tsx";
import { describeCounts } from "../../domain/statements/statement-words.ts";
import styles from "./statements.module.css";

interface StatementListProps {
  statements: readonly Statement[];
  onOpen: (statement: Statement) => void;
}

/** Lists the statements imported for a trader, newest first. */
export function StatementList({ statements, onOpen }: StatementListProps) {
  const columns: Column<Statement>[] = [
    {
      title: "File",
      cell: (statement) => (
        <span className={styles.lines}>
          <TextButton
            onClick={(event) => {
              // The row's own click handler opens the same dialog.
              event.stopPropagation();
              onOpen(statement);
            }}
          >
            {shorten(statement.fileName)}
          </TextButton>
          <span className={styles.soft}>
            {`${statementFormatLabels[statement.format]} · #${statement.id}`}
          </span>
        </span>
      ),
    },
    { title: "Period", cell: describePeriod },
    { title: "Contents", cell: ({ counts }) => describeCounts(counts) },
    { title: "Status", cell: (statement) => <StatementBadge statement={statement} /> },
    {
      title: "Imported",
      cell: ({ createdAt, createdBy }) => (
        <span className={styles.lines}>
          <span>{createdAt ? `${formatDay(createdAt)}, ${formatTime(createdAt)}` : null}</span>
          {createdBy ? <span className={styles.soft}>{shorten(createdBy)}</span> : null}
        </span>
      ),
    },
  ];
  return (
    <Table
      name="Statements"
      columns={columns}
      rows={statements}
      rowKey={({ id }) => id ?? 0}
      onOpen={onOpen}
    />
  );
}
