import { createFileRoute } from "@tanstack/react-router";
import { PageHeader } from "../../components/page/page-header.tsx";
import { AdminOverview } from "../../features/admin-overview/admin-overview.tsx";
import { prefetchOverview } from "../../app/api-client/use-overview.ts";
import { prefetchWaiting } from "../../app/api-client/use-waiting.ts";

export const Route = createFileRoute("/admin/dashboard")({
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
    </>
  );
}
