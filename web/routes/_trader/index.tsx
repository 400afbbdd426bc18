import { createFileRoute, useLocation, useNavigate } from "@tanstack/react-router";
import type { TradingAccount } from "../../../src/business/traders/accounts/account.schema.ts";
import { Button } from "../../components/button/button.tsx";
import { MessageView } from "../../components/feedback/message-view.tsx";
import { Spinner } from "../../components/feedback/spinner.tsx";
import { lazyComponent } from "../../components/lazy/lazy-component.tsx";
import { Stack } from "../../components/page/stack.tsx";
import { Tabs } from "../../components/tabs/tabs.tsx";
import { AccountDetails } from "../../features/dashboard/account-details.tsx";
import { DashboardHeader, Overview } from "../../features/dashboard/overview.tsx";
import {
  Performance,
  PerformanceChart,
  RiskAndRules,
} from "../../features/dashboard/performance.tsx";
import { EquityPanel } from "../../features/records/equity-panel.tsx";
import {
  readRecordSearch,
  type RecordSearch,
  useRecordChange,
} from "../../features/records/record-search.ts";
import { RecordedStage, StageObjectives } from "../../features/records/recorded-stage.tsx";
import { StageResults } from "../../features/records/stage-results.tsx";
import { tradeDialogs } from "../../features/records/trade-table.tsx";
import { prefetchOwnStages } from "../../app/api-client/prefetch-own.ts";
import { Dialogs, type DialogSearch } from "../../app/dialogs.tsx";
import { LadderPanel } from "../../domain/stages/ladder.tsx";
import { prefetchAccount, useAccount } from "../../app/api-client/use-account.ts";

const ImportedStatements = lazyComponent(() =>
  import("../../features/dashboard/imported-statements.tsx").then((m) => m.ImportedStatements),
);

export const Route = createFileRoute("/_trader/")({
  // The page itself validates the search: code used here is part of the initial bundle of every page.
  validateSearch: (
    raw: Record<string, unknown>,
  ): RecordSearch & DialogSearch<typeof tradeDialogs> => raw,
  loader: () => {
    prefetchAccount();
    prefetchOwnStages();
  },
  component: Dashboard,
  staticData: { title: "Dashboard" },
});

const tabs = [
  { key: "overview", label: "Overview" },
  { key: "performance", label: "Performance" },
  { key: "details", label: "Account Details" },
] as const;

type TabKey = (typeof tabs)[number]["key"];

const panels = { overview: OverviewTab, performance: PerformanceTab, details: AccountDetails };

function Dashboard() {
  const search = readRecordSearch({ ...Route.useSearch() });
  return (
    <>
      <DashboardTabs />
      <Dialogs of={tradeDialogs} with={{ source: "own", search }} />
    </>
  );
}

function DashboardTabs() {
  const account = useAccount();
  const [selected, select] = useSelectedTab();
  if (account.isLoadingError) return <DashboardError />;
  const SelectedPanel = panels[selected];
  return (
    <>
      <DashboardHeader account={account.data} />
      {account.data ? (
        <Tabs name="Dashboard" tabs={tabs} selected={selected} onSelect={select}>
          <SelectedPanel account={account.data} />
        </Tabs>
      ) : (
        <Spinner />
      )}
    </>
  );
}

interface TabProps {
  account: TradingAccount;
}

function OverviewTab({ account }: TabProps) {
  const { stage: chosen } = readRecordSearch({ ...Route.useSearch() });
  const change = useRecordChange();
  return (
    <Overview
      account={account}
      chart={
        <RecordedStage
          source="own"
          chosen={chosen}
          onChoose={(stage) => change({ stage })}
          empty={<PerformanceChart account={account} />}
        >
          {({ stage, isCurrent, select }) => (
            <EquityPanel
              key={stage.id}
              source="own"
              stage={stage}
              limits={isCurrent ? account : undefined}
              tools={select}
              empty={<PerformanceChart account={account} tools={select} />}
            />
          )}
        </RecordedStage>
      }
      objectives={
        <>
          <StageObjectives chosen={chosen} accountStatus={account.status} />
          <LadderPanel owner="own" />
        </>
      }
    />
  );
}

function PerformanceTab({ account }: TabProps) {
  const search = readRecordSearch({ ...Route.useSearch() });
  const change = useRecordChange();
  const placeholder = <Performance account={account} />;
  return (
    <Stack>
      <RecordedStage
        source="own"
        chosen={search.stage}
        onChoose={(stage) => change({ stage })}
        empty={placeholder}
      >
        {({ stage, select }) => (
          <StageResults
            source="own"
            stage={stage}
            search={search}
            onChange={change}
            tools={select}
            aside={<RiskAndRules account={account} isJudged={stage.rulesVersionId !== null} />}
            empty={placeholder}
          />
        )}
      </RecordedStage>
      <ImportedStatements />
    </Stack>
  );
}

/** Stores the tab in the URL, so that a reload shows the same one. */
function useSelectedTab() {
  const hash = useLocation({ select: (location) => location.hash });
  const navigate = useNavigate();
  const selected = tabs.find(({ key }) => key === hash)?.key ?? "overview";
  const select = (key: TabKey) =>
    void navigate({
      to: "/",
      search: ({ stage }) => ({ stage }),
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
