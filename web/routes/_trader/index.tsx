import { createFileRoute, useLocation, useNavigate } from "@tanstack/react-router";
import { Button } from "../../components/button/button.tsx";
import { MessageView } from "../../components/feedback/message-view.tsx";
import { Spinner } from "../../components/feedback/spinner.tsx";
import { Tabs } from "../../components/tabs/tabs.tsx";
import { AccountDetails } from "../../features/dashboard/account-details.tsx";
import { DashboardHeader } from "../../features/dashboard/dashboard-header.tsx";
import { Overview } from "../../features/dashboard/overview.tsx";
import { Performance } from "../../features/dashboard/performance.tsx";
import { prefetchAccount, useAccount } from "../../api-client/use-account.ts";

export const Route = createFileRoute("/_trader/")({
  loader: prefetchAccount,
  component: Dashboard,
  staticData: { title: "Dashboard" },
});

const tabs = [
  { key: "overview", label: "Overview" },
  { key: "performance", label: "Performance" },
  { key: "details", label: "Account Details" },
] as const;

type TabKey = (typeof tabs)[number]["key"];

const panels = { overview: Overview, performance: Performance, details: AccountDetails };

function Dashboard() {
  const account = useAccount();
  const [selected, select] = useSelectedTab();
  if (account.isPending) return <Spinner />;
  if (account.isError) return <DashboardError />;
  const SelectedPanel = panels[selected];
  return (
    <>
      <DashboardHeader account={account.data} />
      <Tabs name="Dashboard" tabs={tabs} selected={selected} onSelect={select}>
        <SelectedPanel account={account.data} />
      </Tabs>
    </>
  );
}

/** The tab is in the address, so that a reload shows the same one. */
function useSelectedTab() {
  const hash = useLocation({ select: (location) => location.hash });
  const navigate = useNavigate();
  const selected = tabs.find(({ key }) => key === hash)?.key ?? "overview";
  const select = (key: TabKey) =>
    void navigate({
      to: "/",
      hash: key === "overview" ? undefined : key,
      replace: true,
      resetScroll: false,
    });
  return [selected, select] as const;
}

function DashboardError() {
  return (
    <MessageView
      role="alert"
      title="Error Loading Dashboard"
      text="Failed to load trading account data. Please try again later."
      action={
        <Button look="primary" onClick={() => window.location.reload()}>
          Retry
        </Button>
      }
    />
  );
}
