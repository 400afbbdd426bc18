import { createFileRoute } from "@tanstack/react-router";
import { Dialogs, type DialogSearch, useOpenDialog } from "../../app/dialogs.tsx";
import { useLive } from "../../app/live/use-live.ts";
import { PageHeader } from "../../components/page/page-header.tsx";
import { Stack } from "../../components/page/stack.tsx";
import { SilentBridges } from "../../domain/actions/silent-bridges.tsx";
import { actionDialogs } from "../../features/admin-actions/action-dialogs.ts";
import {
  ActionList,
  type ActionSearch,
  actionTableState,
  prefetchActions,
  readActionSearch,
} from "../../features/admin-actions/action-list.tsx";
import { useCleanUrl, useTableChange } from "../../table/state/use-table-change.ts";
import { prefetchViews } from "../../table/views/use-views.ts";
import { viewLists } from "../../../src/business/watch/views/tables.rule.ts";
import { ViewsBar } from "../../table/views/views-bar.tsx";

interface Search extends ActionSearch, DialogSearch<typeof actionDialogs> {}

export const Route = createFileRoute("/admin/actions")({
  // The page itself validates the search: code used here is part of the initial bundle of every page.
  validateSearch: (raw: Record<string, unknown>): Search => raw,
  loader: ({ location }) => {
    prefetchActions(actionTableState(readActionSearch({ ...location.search })));
    prefetchViews("actions");
  },
  component: Actions,
  staticData: { title: "Actions" },
});

function Actions() {
  const raw = Route.useSearch();
  const search = readActionSearch({ ...raw });
  useCleanUrl(raw, search);
  useLive("actions");
  const change = useTableChange();
  const open = useOpenDialog(actionDialogs);
  return (
    <>
      <PageHeader
        title="Actions"
        subtitle="What the trading platform is asked to do, and what bridges answered"
      />
      <Stack>
        <SilentBridges />
        <ActionList
          views={
            <ViewsBar
              list="actions"
              kept={viewLists.actions.parameters}
              all="All actions"
              search={search}
              read={readActionSearch}
              onChange={change}
            />
          }
          state={actionTableState(search)}
          onChange={change}
          onOpen={open}
        />
      </Stack>
      <Dialogs of={actionDialogs} with={{ onOpen: open }} />
    </>
  );
}
