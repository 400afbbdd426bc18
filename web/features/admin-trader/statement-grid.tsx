import { Link } from "@tanstack/react-router";
import type { GridColDef } from "@mui/x-data-grid";
import type { ListedStatement } from "../../../src/business/trading/statements/statement.schema.ts";
import { useControlTabIndex } from "../../components/focus/cell-focus.ts";
import { CellLine, CellLines, CellText, RowSummary } from "../../table/grid/cells.tsx";
import { contentColumn, textColumn } from "../../table/grid/columns.tsx";
import { DataTable, type DataTableProps } from "../../table/grid/data-table.tsx";
import { formatMoment } from "../../domain/format/dates.ts";
import { displayName } from "../../domain/format/display-name.ts";
import { shorten } from "../../domain/format/shorten.ts";
import { statementFormatLabels } from "../../domain/statements/statement-labels.ts";
import { describePeriod } from "../../domain/statements/describe-period.ts";
import { StatementBadge } from "../../domain/statements/statement-badge.tsx";
import { describeCounts } from "../../domain/statements/statement-words.ts";
import styles from "./statements.module.css";

type StatementColumn = GridColDef<ListedStatement>;

/** Lists the statements of all traders. A row opens its trader's page, on which the statement is confirmed. */
export function StatementGrid(
  table: Omit<DataTableProps<ListedStatement>, "name" | "noun" | "columns" | "narrowColumns">,
) {
  return (
    <DataTable<ListedStatement>
      {...table}
      name="Statements"
      noun="statements"
      lines={2}
      columns={wide}
      narrowColumns={narrow}
    />
  );
}

function TraderLink({ statement: { userId, trader } }: { statement: ListedStatement }) {
  return (
    <Link
      to="/admin/users/$id"
      params={{ id: String(userId) }}
      search={{ tab: "record" }}
      tabIndex={useControlTabIndex()}
      className={styles.trader}
    >
      <CellText look="strong">{shorten(displayName(trader))}</CellText>
    </Link>
  );
}

const unsorted = { sortable: false } as const;

const wide: StatementColumn[] = [
  contentColumn(
    { field: "trader", headerName: "Trader", flex: 1.2, minWidth: 180, ...unsorted },
    (statement) => (
      <CellLines>
        <TraderLink statement={statement} />
        {statement.trader.fullName ? (
          <CellText look="soft">{statement.trader.email}</CellText>
        ) : null}
      </CellLines>
    ),
  ),
  textColumn({ field: "id", headerName: "ID", width: 72 }, ({ id }) => String(id)),
  contentColumn(
    { field: "fileName", headerName: "File", flex: 1.2, minWidth: 160, ...unsorted },
    ({ fileName, format }) => (
      <CellLines>
        <CellText>{shorten(fileName)}</CellText>
        <CellText look="soft">{statementFormatLabels[format]}</CellText>
      </CellLines>
    ),
  ),
  textColumn<ListedStatement>(
    { field: "from", headerName: "Period", width: 190, ...unsorted },
    describePeriod,
  ),
  textColumn(
    { field: "counts", headerName: "Contents", flex: 1, minWidth: 140, ...unsorted },
    ({ counts }) => describeCounts(counts),
  ),
  contentColumn({ field: "status", headerName: "Status", width: 132, ...unsorted }, (statement) => (
    <StatementBadge statement={statement} />
  )),
  contentColumn(
    { field: "createdAt", headerName: "Imported", width: 180, ...unsorted },
    ({ createdAt, createdBy }) => (
      <CellLines>
        <CellText>{createdAt ? formatMoment(createdAt) : ""}</CellText>
        <CellText look="soft">{shorten(createdBy ?? "")}</CellText>
      </CellLines>
    ),
  ),
];

const narrow: StatementColumn[] = [
  contentColumn({ field: "id", headerName: "Statement", flex: 1 }, (statement) => (
    <RowSummary
      details={
        <>
          <CellText look="soft">{shorten(statement.fileName)}</CellText>
          <CellText look="soft">{describePeriod(statement)}</CellText>
        </>
      }
    >
      <CellLine>
        <TraderLink statement={statement} />
        <StatementBadge statement={statement} />
      </CellLine>
      <CellText look="soft">{describeCounts(statement.counts)}</CellText>
    </RowSummary>
  )),
];
