import { createFileRoute } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { TraderListItem } from "../../../src/business/traders/trader.schema.ts";
import { buttonClass } from "../../components/button/button.tsx";
import { Icon } from "../../components/icon/icon.tsx";
import { Stack } from "../../components/page/stack.tsx";
import { Tabs } from "../../components/tabs/tabs.tsx";
import { useSubjectTitle } from "../../document/page-title.ts";
import { AuditLog } from "../../features/admin-audit/audit-log.tsx";
import { readAuditSearch, type AuditSearch } from "../../features/admin-audit/audit-search.ts";
import { LazyCertificateDialogs } from "../../features/admin-certificates/lazy-certificate-dialogs.tsx";
import { useCertificateDialogs } from "../../features/admin-certificates/use-certificate-dialogs.ts";
import { PayoutDialogs } from "../../features/admin-payouts/payout-dialogs.tsx";
import { PayoutTable } from "../../features/admin-payouts/payout-table.tsx";
import { usePayoutDialogs } from "../../features/admin-payouts/use-payout-dialogs.ts";
import {
  payoutTableState,
  readPayoutSearch,
} from "../../features/admin-payouts/use-payout-page.ts";
import { CertificatesTab } from "../../features/admin-trader/certificates-tab.tsx";
import { StagesTab } from "../../features/admin-trader/stages-tab.tsx";
import { currentStage } from "../../state/current-stage.ts";
import { OpenReviews } from "../../features/admin-trader/open-reviews.tsx";
import { VerdictHistory } from "../../features/admin-trader/verdict-history.tsx";
import { NotesTab } from "../../features/admin-trader/notes-tab.tsx";
import { NoRecord } from "../../features/admin-trader/no-record.tsx";
import { StatementsTab } from "../../features/admin-trader/statements-tab.tsx";
import { TraderFigures } from "../../features/admin-trader/trader-figures.tsx";
import { TraderHeader } from "../../features/admin-trader/trader-header.tsx";
import { MissingTrader, TraderPage } from "../../features/admin-trader/trader-page.tsx";
import {
  readTab,
  readTraderId,
  traderTabs,
  type TraderTab,
} from "../../features/admin-trader/trader-search.ts";
import { prefetchTrader, useStages } from "../../features/admin-trader/use-trader.ts";
import { LazyUserDialogs } from "../../features/admin-users/lazy-user-dialogs.tsx";
import { useUserDialogs } from "../../features/admin-users/use-user-dialogs.ts";
import { UserActions } from "../../features/admin-users/user-actions.tsx";
import type { OpenUserDialog } from "../../features/admin-users/user-dialog.ts";
import { UserProfile } from "../../features/admin-users/user-profile.tsx";
import { CertificateTable } from "../../features/certificates/certificate-list.tsx";
import { EquityPanel } from "../../features/records/equity-panel.tsx";
import { readRecordSearch, type RecordSearch } from "../../features/records/record-search.ts";
import { RecordedStage } from "../../features/records/recorded-stage.tsx";
import { StageResults } from "../../features/records/stage-results.tsx";
import { useRecordChange } from "../../features/records/use-record-change.ts";
import { displayName } from "../../format/display-name.ts";
import type { TableSearch } from "../../state/table-search.ts";
import { isTypingOn, useTableChange } from "../../state/use-table-change.ts";
import { StageVerdict } from "../../verdicts/stage-verdict.tsx";
import { breachStanding } from "../../verdicts/verdict-words.ts";
import { PermittedButton } from "../../session/permitted-button.tsx";

/** The tab, and the state of its table or filters, which the tab itself checks. */
interface TraderSearch extends TableSearch, AuditSearch, RecordSearch {
  tab?: TraderTab;
}

export const Route = createFileRoute("/admin/users_/$id")({
  validateSearch: (raw: Record<string, unknown>): TraderSearch => raw,
  loader: ({ params }) => {
    const id = readTraderId(params.id);
    if (id !== undefined) prefetchTrader(id);
  },
  component: Trader,
  staticData: { title: "User" },
});

function Trader() {
  const id = readTraderId(Route.useParams().id);
  if (id === undefined) return <MissingTrader />;
  return <TraderPage id={id}>{(trader) => <TraderSections trader={trader} />}</TraderPage>;
}

function TraderSections({ trader }: { trader: TraderListItem }) {
  const tab = readTab(Route.useSearch().tab);
  const navigate = Route.useNavigate();
  const dialogs = useUserDialogs();
  const stages = useStages(trader.id);
  useSubjectTitle(displayName(trader));
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
          {sections[tab]({ trader, onOpen: dialogs.open })}
        </Tabs>
      </div>
      <LazyUserDialogs dialogs={dialogs} />
    </>
  );
}

interface SectionProps {
  trader: TraderListItem;
  onOpen: OpenUserDialog;
}

const sections: Readonly<Record<TraderTab, (props: SectionProps) => ReactNode>> = {
  overview: ({ trader, onOpen }) => (
    <Stack>
      <Performance trader={trader} />
      <UserProfile user={trader} onOpen={onOpen} />
    </Stack>
  ),
  verdict: ({ trader }) => <VerdictTab trader={trader} />,
  record: ({ trader }) => <RecordTab userId={trader.id} />,
  statements: ({ trader }) => <StatementsTab userId={trader.id} />,
  stages: ({ trader }) => <StagesTab trader={trader} />,
  payouts: ({ trader }) => <PayoutsTab userId={trader.id} />,
  certificates: ({ trader, onOpen }) => (
    <CertificatesSection userId={trader.id} onUpload={() => onOpen("certificate", trader)} />
  ),
  notes: ({ trader }) => <NotesTab userId={trader.id} />,
  history: ({ trader }) => <HistoryTab userId={trader.id} />,
};

interface CertificatesSectionProps {
  userId: number;
  onUpload: () => void;
}

function CertificatesSection({ userId, onUpload }: CertificatesSectionProps) {
  const dialogs = useCertificateDialogs();
  return (
    <>
      <CertificatesTab
        userId={userId}
        onIssue={() => dialogs.issuing.open({ userId })}
        onUpload={onUpload}
      >
        {(certificates) => (
          <CertificateTable
            certificates={certificates}
            actions={(certificate) =>
              certificate.withdrawn ? null : (
                <PermittedButton
                  ability="certificates.write"
                  size="small"
                  aria-label={`Withdraw ${certificate.name}`}
                  onClick={() => dialogs.withdrawing.open(certificate)}
                >
                  Withdraw
                </PermittedButton>
              )
            }
          />
        )}
      </CertificatesTab>
      <LazyCertificateDialogs dialogs={dialogs} />
    </>
  );
}

/** Shows the chart of the current stage. */
function Performance({ trader }: { trader: TraderListItem }) {
  const source = { userId: trader.id };
  const empty = <NoRecord userId={trader.id} />;
  return (
    <RecordedStage source={source} chosen={undefined} onChoose={() => undefined} empty={empty}>
      {({ stage }) => (
        <EquityPanel source={source} stage={stage} limits={trader.tradingAccount} empty={empty} />
      )}
    </RecordedStage>
  );
}

/** Shows the verdict in the same words and figures as the trader's screens, and its history. */
function VerdictTab({ trader }: { trader: TraderListItem }) {
  const search = readRecordSearch({ ...Route.useSearch() });
  const change = useRecordChange();
  const source = { userId: trader.id };
  return (
    <RecordedStage
      source={source}
      chosen={search.stage}
      onChoose={(stage) => change({ stage })}
      empty={<NoRecord userId={trader.id} />}
    >
      {({ stage, select }) => {
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
                  <a
                    href={`/api/admin/user/${trader.id}/case?stage=${stage.id}`}
                    download
                    className={buttonClass({ size: "small" })}
                  >
                    <Icon name="download" size={16} />
                    Download case
                  </a>
                </>
              }
            />
            <EquityPanel
              source={source}
              stage={stage}
              limits={trader.tradingAccount}
              empty={null}
            />
            <VerdictHistory userId={trader.id} stage={stage} standing={standing} />
          </Stack>
        );
      }}
    </RecordedStage>
  );
}

function RecordTab({ userId }: { userId: number }) {
  const search = readRecordSearch({ ...Route.useSearch() });
  const change = useRecordChange();
  const source = { userId };
  return (
    <RecordedStage
      source={source}
      chosen={search.stage}
      onChoose={(stage) => change({ stage })}
      empty={<NoRecord userId={userId} />}
    >
      {({ stage, select }) => (
        <StageResults
          source={source}
          stage={stage}
          search={search}
          onChange={change}
          tools={select}
          empty={
            <>
              {select}
              <NoRecord userId={userId} />
            </>
          }
        />
      )}
    </RecordedStage>
  );
}

function PayoutsTab({ userId }: { userId: number }) {
  const state = payoutTableState(readPayoutSearch({ ...Route.useSearch() }));
  const change = useTableChange();
  const dialogs = usePayoutDialogs();
  return (
    <>
      <PayoutTable
        userId={userId}
        state={state}
        onChange={change}
        onDecide={dialogs.decision.open}
        onView={dialogs.details.open}
      />
      <PayoutDialogs dialogs={dialogs} />
    </>
  );
}

function HistoryTab({ userId }: { userId: number }) {
  const search = { ...readAuditSearch({ ...Route.useSearch() }), traderId: undefined };
  const navigate = Route.useNavigate();
  const change = (wanted: AuditSearch) =>
    void navigate({
      search: (present) => ({ ...present, ...wanted }),
      replace: isTypingOn(wanted.search),
      resetScroll: false,
    });
  return <AuditLog search={search} onChange={change} ofTrader={userId} />;
}
