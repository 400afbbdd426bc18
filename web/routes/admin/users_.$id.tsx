import Box from "@mui/material/Box";
import { createFileRoute } from "@tanstack/react-router";
import type { TraderListItem, TraderSummary } from "../../../src/business/traders/trader.schema.ts";
import { parseId } from "../../../src/platform/fields/id.rule.ts";
import { lazyComponent } from "../../components/lazy/lazy-component.tsx";
import { Stack } from "../../components/page/stack.tsx";
import { TableSkeleton } from "../../components/table/table-skeleton.tsx";
import { Tabs } from "../../components/tabs/tabs.tsx";
import { useSubjectTitle } from "../../app/document/page-meta.ts";
import type { AuditSearch } from "../../features/admin/audit/audit-query.ts";
import { AccountActions } from "../../features/admin/actions/account-actions.tsx";
import { accountDialogs } from "../../features/admin/actions/action-dialogs.ts";
import {
  NoRecord,
  OpenReviews,
  VerdictHistory,
} from "../../features/admin/trader/trader-overview.tsx";
import { TraderFigures } from "../../features/admin/trader/trader-figures.tsx";
import { RecoveryNotice } from "../../features/admin/trader/recovery-notice.tsx";
import { SharedLogin, TraderHeader } from "../../features/admin/trader/trader-header.tsx";
import { WaitingStep } from "../../features/admin/trader/waiting-step.tsx";
import { personDialogs } from "../../features/admin/persons/person-dialogs.ts";
import { recheckDialogs } from "../../features/admin/identities/identity-dialogs.ts";
import { MissingTrader, TraderPage } from "../../features/admin/trader/trader-page.tsx";
import {
  readTab,
  traderTabs,
  type TraderTab as TabKey,
} from "../../features/admin/trader/trader-search.ts";
import { prefetchTrader, useStages } from "../../features/admin/trader/use-trader.ts";
import { UserProfile } from "../../features/admin/users/user-profile.tsx";
import { UserDialogs, userDialogs } from "../../features/admin/users/user-dialogs.tsx";
import { tradeDialogs } from "../../features/records/trade-table.tsx";
import { traderDialogs } from "../../features/admin/trader/trader-dialogs.ts";
import { certificateDialogs } from "../../features/admin/certificates/certificate-dialogs.ts";
import { decisionDialogs } from "../../features/admin/payouts/decision-dialogs.ts";
import { Dialogs, type DialogSearch, useOpenDialog } from "../../app/dialogs.tsx";
import { UserActions } from "../../features/admin/users/user-actions.tsx";
import { EquityPanel } from "../../features/records/equity-panel.tsx";
import {
  readRecordSearch,
  type RecordSearch,
  useRecordChange,
} from "../../features/records/record-search.ts";
import { RecordedStage } from "../../features/records/recorded-stage.tsx";
import { displayName } from "../../domain/format/texts.tsx";
import { PermittedButton } from "../../app/session/permitted.tsx";
import { currentStage } from "../../domain/stages/current-stage.ts";
import { CaseDownload } from "../../domain/verdicts/case-download.tsx";
import { StageVerdict } from "../../domain/verdicts/stage-verdict.tsx";
import { breachStanding } from "../../domain/verdicts/verdict-words.ts";
import type { TableSearch } from "../../table/state/table-search.ts";

const TraderTab = lazyComponent(() => import("./-trader-tabs.tsx").then((m) => m.TraderTab));

/** The overview is the default. Addresses of former tabs lead to those that now have their content. */
function shownTab(value: unknown): TabKey | undefined {
  const tab = readTab(value);
  return tab === "overview" ? undefined : tab;
}

/** The tab, and the state of its table or filters, which the tab itself checks. */
type TraderSearch = TableSearch & AuditSearch & RecordSearch & PageDialogs & { tab?: TabKey };

type PageDialogs = DialogSearch<
  typeof userDialogs &
    typeof traderDialogs &
    typeof tradeDialogs &
    typeof certificateDialogs &
    typeof decisionDialogs &
    typeof recheckDialogs &
    typeof personDialogs &
    typeof accountDialogs
>;

export const Route = createFileRoute("/admin/users_/$id")({
  validateSearch: (raw: Record<string, unknown>): TraderSearch =>
    raw.tab === undefined ? raw : { ...raw, tab: shownTab(raw.tab) },
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
  return (
    <>
      <TraderPage id={id}>{(trader) => <TraderSections trader={trader} />}</TraderPage>
      <TraderDialogs userId={id} />
    </>
  );
}

function TraderDialogs({ userId }: { userId: number }) {
  const search = readRecordSearch({ ...Route.useSearch() });
  return (
    <>
      <UserDialogs />
      <Dialogs of={traderDialogs} with={{ userId, onOpen: useOpenDialog(traderDialogs) }} />
      <Dialogs of={tradeDialogs} with={{ source: { userId }, search }} />
      <Dialogs of={certificateDialogs} with={{ userId }} />
      <Dialogs of={decisionDialogs} />
      <Dialogs of={recheckDialogs} />
      <Dialogs of={personDialogs} with={{ userId }} />
      <Dialogs of={accountDialogs} with={{ userId, onOpen: useOpenDialog(accountDialogs) }} />
    </>
  );
}

function TraderSections({ trader }: { trader: TraderSummary }) {
  const tab = readTab(Route.useSearch().tab);
  const navigate = Route.useNavigate();
  const open = useOpenDialog(userDialogs);
  const stages = useStages(trader.id);
  useSubjectTitle(displayName(trader));
  return (
    <>
      <TraderHeader
        trader={trader}
        actions={
          <>
            <PermittedButton ability="traders.write" onClick={() => open("edit", trader.id)}>
              Edit User
            </PermittedButton>
            <PermittedButton
              ability="certificates.write"
              onClick={() => open("certificate", trader.id)}
            >
              Upload Certificate
            </PermittedButton>
            <UserActions
              user={trader}
              offersDelete
              offersRecovery={trader.hasSecondFactor && trader.recovery === null}
            />
          </>
        }
      />
      <SharedLogin trader={trader} />
      <RecoveryNotice
        recovery={trader.recovery}
        onCancel={() => open("cancel-recovery", trader.id)}
      />
      <WaitingStep userId={trader.id} />
      <TraderFigures
        trader={trader}
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
              search: { tab: shownTab(key) },
              replace: true,
              resetScroll: false,
            })
          }
        >
          {tab === "overview" ? (
            <Overview trader={trader} />
          ) : (
            <TraderTab
              tab={tab}
              trader={trader}
              fallback={<TableSkeleton name="Loading the section" rows={4} />}
            />
          )}
        </Tabs>
      </div>
    </>
  );
}

/** Shows the verdict on a stage in the same words and figures as the trader's screens, its history, and the person. */
function Overview({ trader }: { trader: TraderListItem }) {
  const search = readRecordSearch({ ...Route.useSearch() });
  const change = useRecordChange();
  const source = { userId: trader.id };
  return (
    <Box
      sx={{
        display: "grid",
        gridTemplateColumns: { xs: "minmax(0, 1fr)", lg: "minmax(0, 1fr) 24rem" },
        alignItems: "start",
        gap: 2.5,
      }}
    >
      <RecordedStage
        source={source}
        chosen={search.stage}
        onChoose={(stage) => change({ stage })}
        empty={<NoRecord userId={trader.id} />}
      >
        {({ stage, isCurrent, select }) => {
          const standing = breachStanding({ stage, accountStatus: trader.tradingAccount.status });
          return (
            <Stack>
              <OpenReviews userId={trader.id} />
              <StageVerdict
                owner={source}
                stage={stage}
                standing={standing}
                actions={
                  <>
                    {select}
                    <CaseDownload owner={source} stageId={stage.id} />
                  </>
                }
              />
              <EquityPanel
                source={source}
                stage={stage}
                limits={isCurrent ? trader.tradingAccount : undefined}
                empty={<NoRecord userId={trader.id} />}
              />
              <VerdictHistory userId={trader.id} stage={stage} standing={standing} />
            </Stack>
          );
        }}
      </RecordedStage>
      <Stack>
        <UserProfile user={trader} />
        <AccountActions trader={trader} />
      </Stack>
    </Box>
  );
}
