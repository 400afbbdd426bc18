import { createFileRoute } from "@tanstack/react-router";
import { prefetchOverview, prefetchWaiting } from "../../app/api-client/overview.ts";
import { Dialogs, type DialogSearch } from "../../app/dialogs.tsx";
import { PageHeader } from "../../components/page/page-header.tsx";
import { AdminOverview } from "../../features/admin/overview/admin-overview.tsx";
import { overviewDialogs } from "../../features/admin/overview/waiting-panel.tsx";

export const Route = createFileRoute("/admin/dashboard")({
  validateSearch: (raw: Record<string, unknown>): DialogSearch<typeof overviewDialogs> => raw,
  loader: () => {
    prefetchOverview();
    prefetchWaiting();
  },
  component: AdminDashboard,
  staticData: { title: "Dashboard" },
});

function AdminDashboard() {
  return (
    <>
      <PageHeader title="Dashboard" subtitle="All accounts and payout requests at a glance" />
      <AdminOverview />
      <Dialogs of={overviewDialogs} />
    </>
  );
}
