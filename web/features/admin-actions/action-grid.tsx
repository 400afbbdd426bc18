import type { GridColDef } from "@mui/x-data-grid";
import { useMemo } from "react";
import type { ListedAction } from "../../../src/business/record/actions/action.schema.ts";
import { Badge } from "../../components/badge/badge.tsx";
import { TextButton } from "../../components/button/text-button.tsx";
import { ActionMenu } from "../../components/menu/action-menu.tsx";
import { actionStatuses, describeTimes, nameAction } from "../../domain/actions/action-words.ts";
import { formatMoment } from "../../domain/format/dates.ts";
import { displayName, shorten } from "../../domain/format/texts.tsx";
import { useNow } from "../../domain/verdicts/use-verdict.ts";
import { CellLine, CellLines, CellLink, CellText, RowSummary } from "../../table/grid/cells.tsx";
import type { ColumnChoice } from "../../table/columns/column-search.ts";
import { actionsColumn, contentColumn, useChosenColumns } from "../../table/grid/columns.tsx";
import { DataTable, type DataTableProps } from "../../table/grid/data-table.tsx";
import { type OpenAction, stepsOf } from "./action-steps.ts";

interface ActionGridProps extends Omit<
  DataTableProps<ListedAction>,
  "list" | "name" | "noun" | "columns" | "narrowColumns"
> {
  onOpen: OpenAction;
  choice: ColumnChoice;
}

export function ActionGrid({ onOpen, ...table }: ActionGridProps) {
  const now = useNow();
  const columns = useMemo(() => columnsOf(onOpen, new Date(now)), [onOpen, now]);
  const wide = useChosenColumns(columns.wide, table.choice);
  return (
    <DataTable<ListedAction>
      {...table}
      list={table.choice.list}
      name="Actions"
      noun="actions"
      columns={wide}
      narrowColumns={columns.narrow}
    />
  );
}

const unsorted = { sortable: false } as const;

function columnsOf(
  onOpen: OpenAction,
  now: Date,
): Record<"wide" | "narrow", GridColDef<ListedAction>[]> {
  const menu = actionsColumn<ListedAction>(84, (action) => (
    <RowMenu action={action} onOpen={onOpen} />
  ));
  const wide: GridColDef<ListedAction>[] = [
    contentColumn(
      { field: "trader", flex: 0.8, minWidth: 170, ...unsorted },
      ({ userId, trader, login }) => (
        <CellLines>
          <TraderLink userId={userId} name={displayName(trader)} />
          <CellText look="soft">{`Login ${shorten(login)}`}</CellText>
        </CellLines>
      ),
    ),
    contentColumn({ field: "kind", flex: 0.8, minWidth: 170, ...unsorted }, (action) => (
      <ActionName action={action} onOpen={onOpen} />
    )),
    contentColumn(
      { field: "reason", flex: 1.2, minWidth: 200, ...unsorted },
      ({ reason, requestedBy }) => (
        <CellLines>
          <CellText>{shorten(reason)}</CellText>
          <CellText look="soft">{shorten(requestedBy)}</CellText>
        </CellLines>
      ),
    ),
    contentColumn({ field: "status", flex: 1.6, minWidth: 230, ...unsorted }, (action) => (
      <CellLines>
        <StatusCell action={action} />
        <CellText look="soft">{timesOf(action, now)}</CellText>
      </CellLines>
    )),
    contentColumn({ field: "id", width: 170 }, ({ id, requestedAt }) => (
      <CellLines>
        <CellText>{formatMoment(requestedAt)}</CellText>
        <CellText look="soft">{`#${id}`}</CellText>
      </CellLines>
    )),
    menu,
  ];
  const narrow: GridColDef<ListedAction>[] = [
    contentColumn({ field: "id", headerName: "Action", flex: 1 }, (action) => (
      <RowSummary
        details={
          <>
            <CellText look="soft">{timesOf(action, now)}</CellText>
            <CellText look="soft">{shorten(action.reason)}</CellText>
          </>
        }
      >
        <CellLine>
          <ActionName action={action} onOpen={onOpen} />
          <StatusCell action={action} />
        </CellLine>
        <TraderLink userId={action.userId} name={displayName(action.trader)} />
      </RowSummary>
    )),
    menu,
  ];
  return { wide, narrow };
}

/** The answer of the bridge to what failed, and the times of everything else. */
function timesOf(action: ListedAction, now: Date): string {
  if (action.status === "failed" && action.message) return shorten(`“${action.message}”`);
  return describeTimes(action, now);
}

function StatusCell({ action: { status } }: { action: ListedAction }) {
  const { word, tone } = actionStatuses[status];
  return (
    <span>
      <Badge tone={tone}>{word}</Badge>
    </span>
  );
}

interface CellProps {
  action: ListedAction;
  onOpen: OpenAction;
}

function ActionName({ action, onOpen }: CellProps) {
  const name = nameAction(action, action.currency);
  return (
    <TextButton
      aria-label={`${name}, action #${action.id}`}
      onClick={() => onOpen("details", action.id)}
    >
      {name}
    </TextButton>
  );
}

function TraderLink({ userId, name }: { userId: number; name: string }) {
  return (
    <CellLink to="/admin/users/$id" params={{ id: String(userId) }}>
      <CellText look="strong">{shorten(name)}</CellText>
    </CellLink>
  );
}

function RowMenu({ action, onOpen }: CellProps) {
  const steps = stepsOf(action);
  return (
    <ActionMenu
      label={`Actions for action #${action.id}`}
      actions={[
        { label: "View Details", onSelect: () => onOpen("details", action.id) },
        ...steps.map(({ step, verb }, index) => ({
          label: verb,
          startsGroup: index === 0,
          onSelect: () => onOpen(step, action.id),
        })),
      ]}
    />
  );
}
