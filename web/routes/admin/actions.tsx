import { createFileRoute } from "@tanstack/react-router";
import { actionTable } from "../../../src/business/record/actions/action.table.ts";
import { prefetcher } from "../../app/api-client/prefetcher.ts";
import { Dialogs, type DialogSearch, useOpenDialog } from "../../app/dialogs.tsx";
import { useLive } from "../../app/live/use-live.ts";
import { PageHeader } from "../../components/page/page-header.tsx";
import { Stack } from "../../components/page/stack.tsx";
import { SilentBridges } from "../../domain/actions/silent-bridges.tsx";
import { actionDialogs } from "../../features/admin/actions/action-dialogs.ts";
import { ActionTable } from "../../features/admin/actions/action-table.tsx";
import { prefetchTable } from "../../table/screen/prefetch-table.ts";
import type { TableAddress } from "../../table/screen/table-address.ts";

interface Search extends TableAddress<typeof actionTable>, DialogSearch<typeof actionDialogs> {}

export const Route = createFileRoute("/admin/actions")({
  // The page itself validates the search: code used here is part of the initial bundle of every page.
  validateSearch: (raw: Record<string, unknown>): Search => raw,
  loader: ({ location }) =>
    prefetchTable(actionTable, prefetcher.admin.actions.page, location.search),
  component: Actions,
  staticData: { title: "Actions" },
});

function Actions() {
  useLive("actions");
  const open = useOpenDialog(actionDialogs);
  return (
    <>
      <PageHeader
        title="Actions"
        subtitle="What the trading platform is asked to do, and what bridges answered"
      />
      <Stack>
        <SilentBridges />
        <ActionTable />
      </Stack>
      <Dialogs of={actionDialogs} with={{ onOpen: open }} />
    </>
  );
}
