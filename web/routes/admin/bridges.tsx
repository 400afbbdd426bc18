import { createFileRoute } from "@tanstack/react-router";
import { prefetcher } from "../../app/api-client/prefetcher.ts";
import { PageHeader } from "../../components/page/page-header.tsx";
import { BridgeList } from "../../features/admin-bridges/bridge-list.tsx";

export const Route = createFileRoute("/admin/bridges")({
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
      <BridgeList />
    </>
  );
}
