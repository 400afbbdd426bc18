import { createFileRoute } from "@tanstack/react-router";
import { prefetcher } from "../../app/api-client/prefetcher.ts";
import { PageHeader } from "../../components/page/page-header.tsx";
import { BridgeList } from "../../features/admin/bridges/bridge-list.tsx";
import { FindingList } from "../../features/admin/bridges/finding-list.tsx";
import { findingDialogs } from "../../features/admin/bridges/finding-dialogs.ts";
import { Dialogs, type DialogSearch } from "../../app/dialogs.tsx";
import { Stack } from "../../components/page/stack.tsx";

export const Route = createFileRoute("/admin/bridges")({
  validateSearch: (raw: Record<string, unknown>): DialogSearch<typeof findingDialogs> => raw,
  loader: () => void prefetcher.admin.bridges.list.prefetch(),
  component: Bridges,
  staticData: { title: "Bridges" },
});

function Bridges() {
  return (
    <>
      <PageHeader
        title="Bridges"
        subtitle="What feeds the trading record and executes actions at the platform"
      />
      <Stack>
        <BridgeList />
        <FindingList />
      </Stack>
      <Dialogs of={findingDialogs} />
    </>
  );
}
