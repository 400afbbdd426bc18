import type { GridColDef } from "@mui/x-data-grid";
import type { ListedStatement } from "../../../src/business/record/statements/statement.schema.ts";
import { CellLine, CellLines, CellLink, CellText, RowSummary } from "../../table/grid/cells.tsx";
import type { ColumnChoice } from "../../table/columns/column-search.ts";
import { contentColumn, textColumn, useChosenColumns } from "../../table/grid/columns.tsx";
import { DataTable, type DataTableProps } from "../../table/grid/data-table.tsx";
import { formatMoment } from "../../domain/format/dates.ts";
import { displayName, shorten } from "../../domain/format/texts.tsx";
import {
  describeCounts,
  describePeriod,
  statementFormatLabels,
  StatementBadge,
} from "../../domain/statements/statement-words.tsx";

interface StatementGridProps extends Omit<
  DataTableProps<ListedStatement>,
  "list" | "name" | "noun" | "columns" | "narrowColumns"
> {
  choice: ColumnChoice;
}

/** Lists the statements of all traders. A row opens its user's page, on which the statement is confirmed. */
export function StatementGrid(table: StatementGridProps) {
  const columns = useChosenColumns(wide, table.choice);
  return (
    <DataTable<ListedStatement>
      {...table}
      list={table.choice.list}
      name="Statements"
      noun="statements"
      columns={columns}
      narrowColumns={narrow}
    />
  );
}

function TraderLink({ statement: { userId, trader } }: { statement: ListedStatement }) {
  return (
    <CellLink to="/admin/users/$id" params={{ id: String(userId) }} search={{ tab: "record" }}>
      <CellText look="strong">{shorten(displayName(trader))}</CellText>
    </CellLink>
  );
}

const unsorted = { sortable: false } as const;

const wide: GridColDef<ListedStatement>[] = [
  contentColumn({ field: "trader", flex: 1.2, minWidth: 180, ...unsorted }, (statement) => (
    <CellLines>
      <TraderLink statement={statement} />
      {statement.trader.fullName ? <CellText look="soft">{statement.trader.email}</CellText> : null}
    </CellLines>
  )),
  textColumn({ field: "id", width: 72 }, ({ id }) => String(id)),
  contentColumn(
    { field: "fileName", flex: 1.2, minWidth: 160, ...unsorted },
    ({ fileName, format }) => (
      <CellLines>
        <CellText>{shorten(fileName)}</CellText>
        <CellText look="soft">{statementFormatLabels[format]}</CellText>
      </CellLines>
    ),
  ),
  textColumn<ListedStatement>({ field: "from", width: 190, ...unsorted }, describePeriod),
  textColumn({ field: "counts", flex: 1, minWidth: 140, ...unsorted }, ({ counts }) =>
    describeCounts(counts),
  ),
  contentColumn({ field: "status", width: 132, ...unsorted }, (statement) => (
    <StatementBadge statement={statement} />
  )),
  contentColumn({ field: "createdAt", width: 180, ...unsorted }, ({ createdAt, createdBy }) => (
    <CellLines>
      <CellText>{createdAt ? formatMoment(createdAt) : ""}</CellText>
      <CellText look="soft">{shorten(createdBy ?? "")}</CellText>
    </CellLines>
  )),
];

const narrow: GridColDef<ListedStatement>[] = [
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
