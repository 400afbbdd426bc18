import { createFileRoute } from "@tanstack/react-router";
import { findingTable } from "../../../src/business/decisions/conduct/finding.table.ts";
import { prefetcher } from "../../app/api-client/prefetcher.ts";
import { useLive } from "../../app/live/use-live.ts";
import { PageHeader } from "../../components/page/page-header.tsx";
import { FindingTable } from "../../features/admin/conduct/finding-table.tsx";
import { prefetchTable } from "../../table/screen/prefetch-table.ts";
import type { TableAddress } from "../../table/screen/table-address.ts";

export const Route = createFileRoute("/admin/conduct")({
  // The page itself validates the search: code used here is part of the initial bundle of every page.
  validateSearch: (raw: Record<string, unknown>): TableAddress<typeof findingTable> => raw,
  loader: ({ location }) =>
    prefetchTable(findingTable, prefetcher.admin.conduct.page, location.search),
  component: Conduct,
  staticData: { title: "Conduct" },
});

function Conduct() {
  useLive("reviews");
  return (
    <>
      <PageHeader
        title="Conduct"
        subtitle="What rules of conduct have found about how accounts are traded"
      />
      <FindingTable />
    </>
  );
}
