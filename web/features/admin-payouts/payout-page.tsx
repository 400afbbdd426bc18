import { Skeleton } from "../../components/feedback/skeleton.tsx";
import { Link } from "@tanstack/react-router";
import type { PayoutDesk } from "../../../src/business/money/payouts/desk.schema.ts";
import { canDecide } from "../../../src/business/money/payouts/payout-policy.rule.ts";
import { formatMoney } from "../../../src/platform/money/money.ts";
import { readApiError } from "../../app/api-client/api-error.ts";
import { BannedTag } from "../../components/badge/banned-tag.tsx";
import { StatusBadge } from "../../components/badge/status-badge.tsx";
import { LoadFailure } from "../../components/feedback/load-failure.tsx";
import { LoadingRegion } from "../../components/feedback/loading-region.tsx";
import { MessageView } from "../../components/feedback/message-view.tsx";
import { BackLink } from "../../components/page/back-link.tsx";
import { Stack } from "../../components/page/stack.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import { Stat, StatRow } from "../../components/stat/stat.tsx";
import { displayName } from "../../domain/format/display-name.ts";
import { accountStatusLabels } from "../../domain/format/status-labels.ts";
import { LoadedTimeline } from "../../domain/history/loaded-timeline.tsx";
import { PermittedButton } from "../../app/session/permitted-button.tsx";
import { ApprovalNotice } from "./approval-notice.tsx";
import { DecisionButtons } from "./decision-buttons.tsx";
import styles from "./desk.module.css";
import { FlagsPanel } from "./flags-panel.tsx";
import { OtherRequests } from "./other-requests.tsx";
import type { OpenDecision } from "./payout-dialog.ts";
import { ConclusionSentence, ConclusionStats } from "./payout-conclusion.tsx";
import { PayoutEvidence } from "./payout-evidence.tsx";
import { QueueLinks } from "./queue-links.tsx";
import { RequestPanel } from "./request-panel.tsx";
import { useDesk } from "./use-desk.ts";

interface DeskActions {
  onDecide: OpenDecision;
  onIssueCertificate: (payout: PayoutDesk["payout"]) => void;
}

interface PayoutPageProps extends DeskActions {
  id: number;
}

/** Shows everything that is needed to decide a request. */
export function PayoutPage({ id, ...actions }: PayoutPageProps) {
  const query = useDesk(id);
  if (query.data) return <LoadedDesk desk={query.data} query={query} {...actions} />;
  if (readApiError(query.error).httpStatus === 404) return <MissingPayout />;
  if (query.isError) {
    return (
      <Stack>
        <BackToPayouts />
        <LoadFailure text="Failed to load the request." onRetry={() => void query.refetch()} />
      </Stack>
    );
  }
  return (
    <LoadingRegion name="Loading the request">
      <Stack>
        <BackToPayouts />
        <Skeleton width="14rem" height="2rem" />
        <Skeleton shape="block" height={104} />
        <Skeleton shape="block" height={420} />
      </Stack>
    </LoadingRegion>
  );
}

export function MissingPayout() {
  return (
    <MessageView
      title="Request not found"
      text="There is no payout request at this address. Its trader may have been deleted."
      action={<Link to="/admin/payouts">Go to payouts</Link>}
    />
  );
}

function BackToPayouts() {
  return <BackLink to="/admin/payouts">Payouts</BackLink>;
}

interface LoadedDeskProps extends DeskActions {
  desk: PayoutDesk;
  query: ReturnType<typeof useDesk>;
}

function LoadedDesk({ desk, query, ...actions }: LoadedDeskProps) {
  const { payout } = desk;
  return (
    <Stack>
      <DeskHeader desk={desk} {...actions} />
      <ApprovalNotice payout={payout} />
      <DeskFigures desk={desk} />
      <div className={styles.columns}>
        <Stack>
          <FlagsPanel desk={desk} />
          <Panel title="Readiness and Verdict">
            <div className={styles.bare}>
              <PayoutEvidence payout={payout} />
            </div>
          </Panel>
          <OtherRequests desk={desk} />
        </Stack>
        <Stack>
          <RequestPanel desk={desk} />
          <section className={styles.timeline}>
            <LoadedTimeline query={query} />
          </section>
        </Stack>
      </div>
    </Stack>
  );
}

function DeskHeader({ desk, onDecide, onIssueCertificate }: Omit<LoadedDeskProps, "query">) {
  const { payout, trader, queue, needsSecondApproval, flags } = desk;
  return (
    <header className={styles.header}>
      <div className={styles.top}>
        <BackToPayouts />
        <QueueLinks queue={queue} />
      </div>
      <div>
        <div className={styles.name}>
          <h1>{`Request #${payout.id}`}</h1>
          <StatusBadge status={payout.status} />
          {trader.banned ? <BannedTag /> : null}
        </div>
        <p className={styles.soft}>
          <Link to="/admin/users/$id" params={{ id: String(payout.userId) }}>
            {displayName(payout.user)}
          </Link>
          {needsSecondApproval && canDecide(payout.status, "approved")
            ? " · Approving this amount needs two administrators"
            : ""}
        </p>
      </div>
      <div className={styles.actions}>
        <DecisionButtons payout={payout} isMain={flags?.length === 0} onDecide={onDecide} />
        {payout.status === "approved" ? (
          <PermittedButton
            ability="certificates.write"
            look="primary"
            onClick={() => onIssueCertificate(payout)}
          >
            Issue Certificate
          </PermittedButton>
        ) : null}
      </div>
    </header>
  );
}

function DeskFigures({ desk: { payout, account, trader, sums } }: { desk: PayoutDesk }) {
  const phase = account.phase ?? "No phase";
  return (
    <section aria-label="Key figures" className={styles.figures}>
      <ConclusionSentence payout={payout} />
      <StatRow>
        <Stat
          label="Requested"
          value={formatMoney(payout.amount, payout.currency)}
          note={
            payout.status === "pending"
              ? `Of ${formatMoney(sums.pending, payout.currency)} pending`
              : undefined
          }
        />
        <ConclusionStats payout={payout} />
        <Stat
          label="Account"
          value={trader.banned ? "Banned" : accountStatusLabels[account.status]}
          note={
            trader.banned
              ? (trader.banReason ?? "No reason recorded")
              : `${phase}, ${account.payoutEnabled ? "payouts enabled" : "payouts disabled"}`
          }
        />
      </StatRow>
    </section>
  );
}
