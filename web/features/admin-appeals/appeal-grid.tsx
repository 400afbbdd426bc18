import type { GridColDef } from "@mui/x-data-grid";
import type { ListedAppeal } from "../../../src/business/decisions/appeals/appeal.schema.ts";
import { AppealBadge } from "../../domain/appeals/appeal-parts.tsx";
import { formatMoment } from "../../domain/format/dates.ts";
import { displayName, shorten } from "../../domain/format/texts.tsx";
import { CellLine, CellLines, CellLink, CellText, RowSummary } from "../../table/grid/cells.tsx";
import type { ColumnChoice } from "../../table/columns/column-search.ts";
import { contentColumn, useChosenColumns } from "../../table/grid/columns.tsx";
import { DataTable, type DataTableProps } from "../../table/grid/data-table.tsx";
import { subjectWords } from "./appeal-words.ts";

interface AppealGridProps extends Omit<
  DataTableProps<ListedAppeal>,
  "list" | "name" | "noun" | "columns" | "narrowColumns"
> {
  choice: ColumnChoice;
}

export function AppealGrid(props: AppealGridProps) {
  const wide = useChosenColumns(columns, props.choice);
  return (
    <DataTable<ListedAppeal>
      {...props}
      list={props.choice.list}
      name="Appeals"
      noun="appeals"
      columns={wide}
      narrowColumns={narrowColumns}
    />
  );
}

const unsorted = { sortable: false } as const;

const columns: GridColDef<ListedAppeal>[] = [
  contentColumn({ field: "trader", flex: 1, minWidth: 180, ...unsorted }, (appeal) => (
    <CellLines>
      <AppealLink appeal={appeal} />
      <CellText look="soft">{shorten(appeal.trader.email)}</CellText>
    </CellLines>
  )),
  contentColumn({ field: "against", flex: 1, minWidth: 200, ...unsorted }, (appeal) => (
    <CellLines>
      <CellText>{subjectWords(appeal.subject, appeal)}</CellText>
      <CellText look="soft">{`Decided by ${shorten(appeal.appealedBy ?? "a tool")}`}</CellText>
    </CellLines>
  )),
  contentColumn({ field: "text", flex: 1.6, minWidth: 220, ...unsorted }, ({ text, reason }) => (
    <CellLines>
      <CellText>{shorten(text)}</CellText>
      {reason === null ? null : <CellText look="soft">{shorten(`Answer: ${reason}`)}</CellText>}
    </CellLines>
  )),
  contentColumn({ field: "place", flex: 0.8, minWidth: 170 }, (appeal) => (
    <CellLines>
      <StateCell appeal={appeal} />
      {appeal.decidedAt === null ? null : (
        <CellText look="soft">{`${formatMoment(appeal.decidedAt)} by ${shorten(appeal.decidedBy ?? "")}`}</CellText>
      )}
    </CellLines>
  )),
  contentColumn({ field: "id", width: 170 }, ({ id, createdAt }) => (
    <CellLines>
      <CellText>{formatMoment(createdAt)}</CellText>
      <CellText look="soft">{`#${id}`}</CellText>
    </CellLines>
  )),
];

const narrowColumns: GridColDef<ListedAppeal>[] = [
  contentColumn({ field: "place", headerName: "Appeal", flex: 1 }, (appeal) => (
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
  )),
];

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
