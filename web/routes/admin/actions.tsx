import { createFileRoute } from "@tanstack/react-router";
import { useLive } from "../../app/live/use-live.ts";
import { useDialog } from "../../components/dialog/use-dialog.ts";
import { lazyComponent } from "../../components/lazy/lazy-component.tsx";
import { PageHeader } from "../../components/page/page-header.tsx";
import { Stack } from "../../components/page/stack.tsx";
import { SilentBridges } from "../../domain/actions/silent-bridges.tsx";
import type { OpenedAction } from "../../features/admin-actions/action-dialogs.tsx";
import {
  ActionList,
  type ActionSearch,
  actionTableState,
  prefetchActions,
  readActionSearch,
} from "../../features/admin-actions/action-list.tsx";
import { useCleanUrl } from "../../table/state/use-clean-url.ts";
import { useTableChange } from "../../table/state/use-table-change.ts";
import { prefetchViews } from "../../table/views/use-views.ts";
import { ViewsBar } from "../../table/views/views-bar.tsx";

const ActionDialogs = lazyComponent(() =>
  import("../../features/admin-actions/action-dialogs.tsx").then((m) => m.ActionDialogs),
);

export const Route = createFileRoute("/admin/actions")({
  // The page itself validates the search: code used here is part of the initial bundle of every page.
  validateSearch: (raw: Record<string, unknown>): ActionSearch => raw,
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
  const dialog = useDialog<OpenedAction>();
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
              all="All actions"
              search={search}
              read={readActionSearch}
              onChange={change}
            />
          }
          state={actionTableState(search)}
          onChange={change}
          onOpen={dialog.open}
        />
      </Stack>
      <ActionDialogs dialog={dialog} />
    </>
  );
}
