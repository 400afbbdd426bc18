import type { ListedStatement } from "../../../../src/business/record/statements/statement.schema.ts";
import { statementTable } from "../../../../src/business/record/statements/statement.table.ts";
import { formatMoment } from "../../../domain/format/dates.ts";
import { displayName, shorten } from "../../../domain/format/texts.tsx";
import {
  describeCounts,
  describePeriod,
  statementFormatLabels,
  StatementBadge,
} from "../../../domain/statements/statement-words.tsx";
import { CellLine, CellLines, CellLink, CellText, RowSummary } from "../../../table/grid/cells.tsx";
import type { ScreenState } from "../../../table/screen/table-address.ts";
import type { SummaryCell, TableCells } from "../../../table/screen/table-cells.tsx";
import { TableScreen } from "../../../table/screen/table-screen.tsx";
import { trpc } from "../../../trpc.ts";

/** Lists the statements of all traders, newest first. A row opens its user's page, on which the statement is confirmed. */
export function StatementTable() {
  return (
    <TableScreen
      table={statementTable}
      page={trpc.admin.statements.page}
      cells={cells}
      summary={summary}
      empty={{
        icon: "document",
        title: "No statements yet",
        text: "Import one on a user's page.",
      }}
      foundNone={foundNone}
    />
  );
}

function foundNone({ search, filters }: ScreenState) {
  if (search !== "") return { title: "No statements found", text: "Try another search." };
  if (filters.status === "waiting") {
    return {
      title: "Nothing to confirm",
      text: "A statement that contradicts its account or stage appears here.",
    };
  }
  return {
    title: "No conflicts",
    text: "A statement that contradicts records from another source appears here.",
  };
}

const cells: TableCells<typeof statementTable> = {
  trader: {
    flex: 1.2,
    minWidth: 180,
    cell: (statement) => (
      <CellLines>
        <TraderLink statement={statement} />
        {statement.trader.fullName ? (
          <CellText look="soft">{statement.trader.email}</CellText>
        ) : null}
      </CellLines>
    ),
  },
  id: { width: 72 },
  fileName: {
    flex: 1.2,
    minWidth: 160,
    cell: ({ fileName, format }) => (
      <CellLines>
        <CellText>{shorten(fileName)}</CellText>
        <CellText look="soft">{statementFormatLabels[format]}</CellText>
      </CellLines>
    ),
  },
  from: { width: 190, cell: (statement) => <CellText>{describePeriod(statement)}</CellText> },
  counts: {
    flex: 1,
    minWidth: 140,
    cell: ({ counts }) => <CellText>{describeCounts(counts)}</CellText>,
  },
  status: { width: 132, cell: (statement) => <StatementBadge statement={statement} /> },
  createdAt: {
    width: 180,
    cell: ({ createdAt, createdBy }) => (
      <CellLines>
        <CellText>{createdAt ? formatMoment(createdAt) : ""}</CellText>
        <CellText look="soft">{shorten(createdBy ?? "")}</CellText>
      </CellLines>
    ),
  },
};

const summary: SummaryCell<ListedStatement> = {
  field: "id",
  label: "Statement",
  cell: (statement) => (
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
  ),
};

function TraderLink({ statement: { userId, trader } }: { statement: ListedStatement }) {
  return (
    <CellLink to="/admin/users/$id" params={{ id: String(userId) }} search={{ tab: "record" }}>
      <CellText look="strong">{shorten(displayName(trader))}</CellText>
    </CellLink>
  );
}
