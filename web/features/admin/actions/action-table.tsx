import type { ListedAction } from "../../../../src/business/record/actions/action.schema.ts";
import { actionTable } from "../../../../src/business/record/actions/action.table.ts";
import { useOpenDialog } from "../../../app/dialogs.tsx";
import { Badge } from "../../../components/badge/badge.tsx";
import { TextButton } from "../../../components/button/text-button.tsx";
import { lazyComponent } from "../../../components/lazy/lazy-component.tsx";
import { ActionMenu } from "../../../components/menu/action-menu.tsx";
import { actionStatuses, describeTimes, nameAction } from "../../../domain/actions/action-words.ts";
import { formatMoment } from "../../../domain/format/dates.ts";
import { displayName, shorten } from "../../../domain/format/texts.tsx";
import { useNow } from "../../../domain/verdicts/use-verdict.ts";
import { CellLine, CellLines, CellLink, CellText, RowSummary } from "../../../table/grid/cells.tsx";
import type { RowMenu, SummaryCell, TableCells } from "../../../table/screen/table-cells.tsx";
import { TableScreen } from "../../../table/screen/table-screen.tsx";
import { trpc } from "../../../trpc.ts";
import { actionDialogs } from "./action-dialogs.ts";
import { stepsOf } from "./action-steps.ts";

const BulkCancelDialog = lazyComponent(() =>
  import("./bulk-cancel-dialog.tsx").then((m) => m.BulkCancelDialog),
);

/** Lists the actions of all accounts, newest first. */
export function ActionTable() {
  return (
    <TableScreen
      table={actionTable}
      page={trpc.admin.actions.page}
      cells={cells}
      summary={summary}
      menu={menu}
      empty={{
        icon: "check",
        title: "No actions yet",
        text: "Request one on a user's page, or let events ask for them in the settings.",
      }}
      bulk={{
        ability: "actions.request",
        actions: [{ kind: "cancel", label: "Cancel Actions", ability: "actions.request" }],
        dialog: (frame) => <BulkCancelDialog {...frame} />,
      }}
    />
  );
}

const cells: TableCells<typeof actionTable> = {
  trader: {
    flex: 0.8,
    minWidth: 170,
    cell: ({ userId, trader, login }) => (
      <CellLines>
        <TraderLink userId={userId} name={displayName(trader)} />
        <CellText look="soft">
          {login === null ? "No login yet" : `Login ${shorten(login)}`}
        </CellText>
      </CellLines>
    ),
  },
  kind: { flex: 0.8, minWidth: 170, cell: (action) => <ActionName action={action} /> },
  reason: {
    flex: 1.2,
    minWidth: 200,
    cell: ({ reason, requestedBy }) => (
      <CellLines>
        <CellText>{shorten(reason)}</CellText>
        <CellText look="soft">{shorten(requestedBy)}</CellText>
      </CellLines>
    ),
  },
  status: {
    flex: 1.6,
    minWidth: 230,
    cell: (action) => (
      <CellLines>
        <StatusCell action={action} />
        <TimesCell action={action} />
      </CellLines>
    ),
  },
  id: {
    width: 170,
    cell: ({ id, requestedAt }) => (
      <CellLines>
        <CellText>{formatMoment(requestedAt)}</CellText>
        <CellText look="soft">{`#${id}`}</CellText>
      </CellLines>
    ),
  },
};

const summary: SummaryCell<ListedAction> = {
  field: "id",
  label: "Action",
  cell: (action) => (
    <RowSummary
      details={
        <>
          <TimesCell action={action} />
          <CellText look="soft">{shorten(action.reason)}</CellText>
        </>
      }
    >
      <CellLine>
        <ActionName action={action} />
        <StatusCell action={action} />
      </CellLine>
      <TraderLink userId={action.userId} name={displayName(action.trader)} />
    </RowSummary>
  ),
};

const menu: RowMenu<ListedAction> = { width: 84, cell: (action) => <RowActions action={action} /> };

interface CellProps {
  action: ListedAction;
}

/** The answer of the bridge to what failed, and the times of everything else. */
function timesOf(action: ListedAction, now: Date): string {
  if (action.status === "failed" && action.message) return shorten(`“${action.message}”`);
  return describeTimes(action, now);
}

function TimesCell({ action }: CellProps) {
  return <CellText look="soft">{timesOf(action, new Date(useNow()))}</CellText>;
}

function StatusCell({ action: { status } }: CellProps) {
  const { word, tone } = actionStatuses[status];
  return (
    <span>
      <Badge tone={tone}>{word}</Badge>
    </span>
  );
}

function ActionName({ action }: CellProps) {
  const open = useOpenDialog(actionDialogs);
  const name = nameAction(action, action.currency);
  return (
    <TextButton
      aria-label={`${name}, action #${action.id}`}
      onClick={() => open("details", action.id)}
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

function RowActions({ action }: CellProps) {
  const open = useOpenDialog(actionDialogs);
  const steps = stepsOf(action, new Date(useNow()));
  return (
    <ActionMenu
      label={`Actions for action #${action.id}`}
      actions={[
        { label: "View Details", onSelect: () => open("details", action.id) },
        ...steps.map(({ step, verb }, index) => ({
          label: verb,
          startsGroup: index === 0,
          onSelect: () => open(step, action.id),
        })),
      ]}
    />
  );
}
