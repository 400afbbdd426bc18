import { Link } from "@tanstack/react-router";
import { sourceKindLabels } from "../../../../src/business/decisions/orders/order.rule.ts";
import { useOpenDialog } from "../../../app/dialogs.tsx";
import { PermittedButton } from "../../../app/session/permitted.tsx";
import { useMay } from "../../../app/session/use-may.ts";
import { EmptyState } from "../../../components/feedback/empty-state.tsx";
import { Loaded } from "../../../components/loaded/loaded.tsx";
import { type Action, ActionMenu } from "../../../components/menu/action-menu.tsx";
import { NoValue } from "../../../components/panel/facts.tsx";
import { type Column, Lines, Table } from "../../../components/table/table.tsx";
import { Moment } from "../../../domain/format/moment.tsx";
import { shorten } from "../../../domain/format/texts.tsx";
import { TableSurface } from "../../../table/grid/table-surface.tsx";
import { sourceDialogs } from "./source-dialogs.ts";
import { type ShownSource, useSources } from "./use-sources.ts";

/** Lists the sources, newest first. */
export function SourceList() {
  const query = useSources();
  const open = useOpenDialog(sourceDialogs);
  return (
    <TableSurface>
      <Loaded query={query} noun="the sources" skeleton={3} isInset>
        {(sources) =>
          sources.length > 0 ? (
            <SourceTable sources={sources} />
          ) : (
            <EmptyState
              icon="refresh"
              title="No sources"
              text="Add a shop, and what it sells starts by itself; or a service that checks identities."
              action={
                <PermittedButton ability="sources.manage" onClick={() => open("add")}>
                  Add Your First Source
                </PermittedButton>
              }
            />
          )
        }
      </Loaded>
    </TableSurface>
  );
}

function SourceTable({ sources }: { sources: readonly ShownSource[] }) {
  const mayManage = useMay("sources.manage");
  const actionsOf = useSourceActions();
  const columns: Column<ShownSource>[] = [
    {
      title: "Source",
      cell: ({ id, name }) => (
        <Link to="/admin/sources/$id" params={{ id: String(id) }}>
          {shorten(name)}
        </Link>
      ),
    },
    { title: "Kind", cell: ({ kind }) => sourceKindLabels[kind] },
    {
      title: "Last Message",
      cell: (source) => <LastMessage source={source} />,
    },
    {
      title: "Last Refused",
      cell: (source) => <LastRefused source={source} />,
    },
    {
      title: "Actions",
      align: "end",
      cell: (source) => (
        <ActionMenu label={`Actions for ${shorten(source.name)}`} actions={actionsOf(source)} />
      ),
    },
  ];
  return (
    <Table
      name="Sources"
      columns={mayManage ? columns : columns.slice(0, 2)}
      rows={sources}
      rowKey={({ id }) => id}
      isInset
    />
  );
}

/** When the last message with a right signature arrived. */
export function LastMessage({ source: { lastReceivedAt } }: { source: ShownSource }) {
  if (!lastReceivedAt) return <NoValue>None yet</NoValue>;
  return (
    <Lines below={<Moment at={lastReceivedAt} />}>
      <Moment at={lastReceivedAt} as="ago" />
    </Lines>
  );
}

/** When the last message was refused, and what its sender was answered. */
export function LastRefused({ source: { lastRefused } }: { source: ShownSource }) {
  if (!lastRefused) return <NoValue>None</NoValue>;
  return (
    <Lines below={lastRefused.reason}>
      <Moment at={lastRefused.at} as="ago" />
    </Lines>
  );
}

/** Returns what an owner can do with a source. */
export function useSourceActions() {
  const open = useOpenDialog(sourceDialogs);
  return ({ id }: ShownSource): Action[] => [
    { label: "Rename", onSelect: () => open("rename", id) },
    { label: "Replace Secret", onSelect: () => open("secret", id) },
    { label: "Remove", startsGroup: true, onSelect: () => open("remove", id) },
  ];
}
