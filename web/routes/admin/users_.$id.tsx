import { createFileRoute } from "@tanstack/react-router";
import type { TraderListItem, TraderSummary } from "../../../src/business/traders/trader.schema.ts";
import { parseId } from "../../../src/platform/fields/id.rule.ts";
import { lazyComponent } from "../../components/lazy/lazy-component.tsx";
import { Stack } from "../../components/page/stack.tsx";
import { TableSkeleton } from "../../components/table/table-skeleton.tsx";
import { Tabs } from "../../components/tabs/tabs.tsx";
import { useSubjectTitle } from "../../app/document/page-title.ts";
import { usePreload } from "../../app/document/use-preload.ts";
import type { AuditSearch } from "../../features/admin-audit/audit-search.ts";
import { NoRecord } from "../../features/admin-trader/no-record.tsx";
import { TraderFigures } from "../../features/admin-trader/trader-figures.tsx";
import { SharedLogin } from "../../features/admin-trader/shared-login.tsx";
import { TraderHeader } from "../../features/admin-trader/trader-header.tsx";
import { MissingTrader, TraderPage } from "../../features/admin-trader/trader-page.tsx";
import {
  readTab,
  traderTabs,
  type TraderTab as TabKey,
} from "../../features/admin-trader/trader-search.ts";
import { prefetchTrader, useStages } from "../../features/admin-trader/use-trader.ts";
import { LazyUserDialogs } from "../../features/admin-users/lazy-user-dialogs.tsx";
import { UserActions } from "../../features/admin-users/user-actions.tsx";
import type { OpenUserDialog } from "../../features/admin-users/user-dialog.ts";
import { UserProfile } from "../../features/admin-users/user-profile.tsx";
import { useUserDialogs } from "../../features/admin-users/use-user-dialogs.ts";
import { EquityPanel } from "../../features/records/equity-panel.tsx";
import type { RecordSearch } from "../../features/records/record-search.ts";
import { RecordedStage } from "../../features/records/recorded-stage.tsx";
import { displayName } from "../../domain/format/display-name.ts";
import { PermittedButton } from "../../app/session/permitted-button.tsx";
import { currentStage } from "../../domain/stages/current-stage.ts";
import type { TableSearch } from "../../table/state/table-search.ts";

const TraderTab = lazyComponent(() =>
  import("./-trader-tabs/trader-tab.tsx").then((m) => m.TraderTab),
);

/** The tab, and the state of its table or filters, which the tab itself checks. */
interface TraderSearch extends TableSearch, AuditSearch, RecordSearch {
  tab?: TabKey;
}

export const Route = createFileRoute("/admin/users_/$id")({
  validateSearch: (raw: Record<string, unknown>): TraderSearch => raw,
  loader: ({ params }) => {
    const id = parseId(params.id);
    if (id !== undefined) prefetchTrader(id);
  },
  component: Trader,
  staticData: { title: "User" },
});

function Trader() {
  const id = parseId(Route.useParams().id);
  if (id === undefined) return <MissingTrader />;
  return <TraderPage id={id}>{(trader) => <TraderSections trader={trader} />}</TraderPage>;
}

function TraderSections({ trader }: { trader: TraderSummary }) {
  const tab = readTab(Route.useSearch().tab);
  const navigate = Route.useNavigate();
  const dialogs = useUserDialogs();
  const stages = useStages(trader.id);
  useSubjectTitle(displayName(trader));
  usePreload(TraderTab.preload);
  return (
    <>
      <TraderHeader
        trader={trader}
        actions={
          <>
            <PermittedButton ability="traders.write" onClick={() => dialogs.open("edit", trader)}>
              Edit User
            </PermittedButton>
            <PermittedButton
              ability="certificates.write"
              onClick={() => dialogs.open("certificate", trader)}
            >
              Upload Certificate
            </PermittedButton>
            <UserActions user={trader} onOpen={dialogs.open} offersDelete />
          </>
        }
      />
      <SharedLogin trader={trader} />
      <TraderFigures
        account={trader.tradingAccount}
        stage={currentStage(stages.data ?? [])}
        isLoading={stages.isPending}
      />
      <div>
        <Tabs
          name="Sections"
          tabs={traderTabs}
          selected={tab}
          onSelect={(key) =>
            void navigate({
              search: key === "overview" ? {} : { tab: key },
              replace: true,
              resetScroll: false,
            })
          }
        >
          {tab === "overview" ? (
            <Overview trader={trader} onOpen={dialogs.open} />
          ) : (
            <TraderTab
              tab={tab}
              trader={trader}
              onOpen={dialogs.open}
              fallback={<TableSkeleton name="Loading the section" rows={4} />}
            />
          )}
        </Tabs>
      </div>
      <LazyUserDialogs dialogs={dialogs} />
    </>
  );
}

/** Shows the chart of the current stage and the trader's details. */
function Overview({ trader, onOpen }: { trader: TraderListItem; onOpen: OpenUserDialog }) {
  const source = { userId: trader.id };
  const empty = <NoRecord userId={trader.id} />;
  return (
    <Stack>
      <RecordedStage source={source} chosen={undefined} onChoose={() => undefined} empty={empty}>
        {({ stage }) => (
          <EquityPanel source={source} stage={stage} limits={trader.tradingAccount} empty={empty} />
        )}
      </RecordedStage>
      <UserProfile user={trader} onOpen={onOpen} />
    </Stack>
  );
}
