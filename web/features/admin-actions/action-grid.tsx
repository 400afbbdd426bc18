import type { GridColDef } from "@mui/x-data-grid";
import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import type { ListedAction } from "../../../src/business/firm/actions/action.schema.ts";
import { Badge } from "../../components/badge/badge.tsx";
import { TextButton } from "../../components/button/text-button.tsx";
import { useControlTabIndex } from "../../components/focus/cell-focus.ts";
import { ActionMenu } from "../../components/menu/action-menu.tsx";
import { actionStatuses, describeTimes, nameAction } from "../../domain/actions/action-words.ts";
import { formatMoment } from "../../domain/format/dates.ts";
import { displayName } from "../../domain/format/display-name.ts";
import { shorten } from "../../domain/format/shorten.ts";
import { useNow } from "../../domain/verdicts/use-now.ts";
import { CellLine, CellLines, CellText, RowSummary } from "../../table/grid/cells.tsx";
import { actionsColumn, contentColumn } from "../../table/grid/columns.tsx";
import { DataTable, type DataTableProps } from "../../table/grid/data-table.tsx";
import { type OpenAction, stepsOf } from "./action-dialogs.tsx";

interface ActionGridProps extends Omit<
  DataTableProps<ListedAction>,
  "name" | "noun" | "columns" | "narrowColumns"
> {
  onOpen: OpenAction;
}

export function ActionGrid({ onOpen, ...table }: ActionGridProps) {
  const now = useNow();
  const columns = useMemo(() => columnsOf(onOpen, new Date(now)), [onOpen, now]);
  return (
    <DataTable<ListedAction>
      {...table}
      name="Actions"
      noun="actions"
      lines={2}
      columns={columns.wide}
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
      { field: "trader", headerName: "Trader", flex: 1, minWidth: 170, ...unsorted },
      ({ userId, trader, login }) => (
        <CellLines>
          <TraderLink userId={userId} name={displayName(trader)} />
          <CellText look="soft">{`Login ${shorten(login)}`}</CellText>
        </CellLines>
      ),
    ),
    contentColumn(
      { field: "kind", headerName: "Action", flex: 1, minWidth: 170, ...unsorted },
      (action) => <ActionName action={action} onOpen={onOpen} />,
    ),
    contentColumn(
      { field: "reason", headerName: "Why", flex: 1.4, minWidth: 200, ...unsorted },
      ({ reason, requestedBy }) => (
        <CellLines>
          <CellText>{shorten(reason)}</CellText>
          <CellText look="soft">{shorten(requestedBy)}</CellText>
        </CellLines>
      ),
    ),
    contentColumn(
      { field: "status", headerName: "Status", flex: 1.2, minWidth: 230, ...unsorted },
      (action) => (
        <CellLines>
          <StatusCell action={action} />
          <CellText look="soft">{timesOf(action, now)}</CellText>
        </CellLines>
      ),
    ),
    contentColumn({ field: "id", headerName: "Requested", width: 170 }, ({ id, requestedAt }) => (
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
      onClick={() => onOpen({ action, step: "details" })}
    >
      {name}
    </TextButton>
  );
}

function TraderLink({ userId, name }: { userId: number; name: string }) {
  return (
    <Link to="/admin/users/$id" params={{ id: String(userId) }} tabIndex={useControlTabIndex()}>
      <CellText look="strong">{shorten(name)}</CellText>
    </Link>
  );
}

function RowMenu({ action, onOpen }: CellProps) {
  const steps = stepsOf(action);
  return (
    <ActionMenu
      label={`Actions for action #${action.id}`}
      actions={[
        { label: "View Details", onSelect: () => onOpen({ action, step: "details" }) },
        ...steps.map(({ step, verb }, index) => ({
          label: verb,
          startsGroup: index === 0,
          onSelect: () => onOpen({ action, step }),
        })),
      ]}
    />
  );
}
