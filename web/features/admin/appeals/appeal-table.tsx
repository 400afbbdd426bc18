import type { ListedAppeal } from "../../../../src/business/decisions/appeals/appeal.schema.ts";
import { appealTable } from "../../../../src/business/decisions/appeals/appeal.table.ts";
import { AppealBadge } from "../../../domain/appeals/appeal-parts.tsx";
import { formatMoment } from "../../../domain/format/dates.ts";
import { displayName, shorten } from "../../../domain/format/texts.tsx";
import { CellLine, CellLines, CellLink, CellText, RowSummary } from "../../../table/grid/cells.tsx";
import type { SummaryCell, TableCells } from "../../../table/screen/table-cells.tsx";
import { TableScreen } from "../../../table/screen/table-screen.tsx";
import { trpc } from "../../../trpc.ts";
import { subjectWords } from "./appeal-words.ts";

/** Lists the appeals of all traders. */
export function AppealTable() {
  return (
    <TableScreen
      table={appealTable}
      page={trpc.admin.appeals.page}
      cells={cells}
      summary={summary}
      empty={{
        icon: "circleCheck",
        title: "No appeals",
        text: "Traders can appeal against a confirmed breach, a rejected payout request, a finding and a confirmed link.",
      }}
    />
  );
}

const cells: TableCells<typeof appealTable> = {
  trader: {
    flex: 1,
    minWidth: 180,
    cell: (appeal) => (
      <CellLines>
        <AppealLink appeal={appeal} />
        <CellText look="soft">{shorten(appeal.trader.email)}</CellText>
      </CellLines>
    ),
  },
  against: {
    flex: 1,
    minWidth: 200,
    cell: (appeal) => (
      <CellLines>
        <CellText>{subjectWords(appeal.subject, appeal)}</CellText>
        <CellText look="soft">{`Decided by ${shorten(appeal.appealedBy ?? "a tool")}`}</CellText>
      </CellLines>
    ),
  },
  text: {
    flex: 1.6,
    minWidth: 220,
    cell: ({ text, reason }) => (
      <CellLines>
        <CellText>{shorten(text)}</CellText>
        {reason === null ? null : <CellText look="soft">{shorten(`Answer: ${reason}`)}</CellText>}
      </CellLines>
    ),
  },
  place: {
    flex: 0.8,
    minWidth: 170,
    cell: (appeal) => (
      <CellLines>
        <StateCell appeal={appeal} />
        {appeal.decidedAt === null ? null : (
          <CellText look="soft">{`${formatMoment(appeal.decidedAt)} by ${shorten(appeal.decidedBy ?? "")}`}</CellText>
        )}
      </CellLines>
    ),
  },
  id: {
    width: 170,
    cell: ({ id, createdAt }) => (
      <CellLines>
        <CellText>{formatMoment(createdAt)}</CellText>
        <CellText look="soft">{`#${id}`}</CellText>
      </CellLines>
    ),
  },
};

const summary: SummaryCell<ListedAppeal> = {
  field: "place",
  label: "Appeal",
  cell: (appeal) => (
    <RowSummary
      details={
        <>
          <CellText look="soft">{`Sent ${formatMoment(appeal.createdAt)}`}</CellText>
          <CellText look="soft">{shorten(appeal.text)}</CellText>
        </>
      }
    >
      <CellLine>
        <AppealLink appeal={appeal} />
        <StateCell appeal={appeal} />
      </CellLine>
      <CellText>{subjectWords(appeal.subject, appeal)}</CellText>
    </RowSummary>
  ),
};

interface CellProps {
  appeal: ListedAppeal;
}

function AppealLink({ appeal: { id, trader } }: CellProps) {
  return (
    <CellLink to="/admin/appeals" search={{ appeal: id }}>
      <CellText look="strong">{shorten(displayName(trader))}</CellText>
    </CellLink>
  );
}

function StateCell({ appeal: { decision } }: CellProps) {
  return (
    <span>
      <AppealBadge decision={decision} />
    </span>
  );
}
