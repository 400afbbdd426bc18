import Box from "@mui/material/Box";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { Link, useNavigate } from "@tanstack/react-router";
import { useId } from "react";
import type { PayoutDesk } from "../../../../src/business/money/payouts/desk.schema.ts";
import { canDecide } from "../../../../src/business/money/payouts/payout-policy.rule.ts";
import type { Decision } from "../../../../src/business/money/payouts/payout.rule.ts";
import { readApiError } from "../../../app/api-client/api-error.ts";
import { prefetcher } from "../../../app/api-client/prefetcher.ts";
import { useOpenDialog } from "../../../app/dialogs.tsx";
import { PermittedButton } from "../../../app/session/permitted.tsx";
import { useMay } from "../../../app/session/use-may.ts";
import { LinkButton } from "../../../components/button/button.tsx";
import { LoadFailure } from "../../../components/feedback/load-failure.tsx";
import { LoadingRegion } from "../../../components/feedback/loading-region.tsx";
import { MessageView } from "../../../components/feedback/message-view.tsx";
import { Skeleton } from "../../../components/feedback/skeleton.tsx";
import { Stack as PageStack } from "../../../components/page/stack.tsx";
import { CappedAllocation } from "../../../domain/allocation/allocation-panel.tsx";
import { LoadedTimeline } from "../../../domain/history/payout-timeline.tsx";
import { Conclusion, KeyHelp, useShortcuts } from "../../../domain/payouts/desk.tsx";
import { trpc } from "../../../trpc.ts";
import { decisionDialogs } from "./decision-dialogs.ts";
import {
  ApprovalNotice,
  DecisionButtons,
  decisionLabels,
  useDecisionRefusal,
} from "./decisions.tsx";
import { describeDisregarded, FlagNotice } from "./flag-notice.tsx";
import { concludePayout, ConclusionFigures } from "./payout-conclusion.tsx";
import { EvidencePanel } from "./payout-evidence.tsx";
import { BackToPayouts, DeskHeader } from "./payout-header.tsx";
import { DecidedFlagsPanel, OtherRequests, RequestPanel } from "./payout-panels.tsx";

interface DeskActions {
  /** Issues a certificate for the payout. */
  onIssueCertificate: () => void;
}

interface PayoutPageProps extends DeskActions {
  id: number;
}

/** Shows everything that is needed to decide a request. */
export function PayoutPage({ id, onIssueCertificate }: PayoutPageProps) {
  const query = useDesk(id);
  if (query.data)
    return <LoadedDesk desk={query.data} query={query} onIssueCertificate={onIssueCertificate} />;
  if (readApiError(query.error).httpStatus === 404) return <MissingPayout />;
  if (query.isLoadingError) {
    return (
      <PageStack>
        <BackToPayouts />
        <LoadFailure text="Failed to load the request." onRetry={() => void query.refetch()} />
      </PageStack>
    );
  }
  return (
    <LoadingRegion name="Loading the request">
      <PageStack>
        <BackToPayouts />
        <Skeleton width="14rem" height="2rem" />
        <Skeleton shape="block" height={104} />
        <Skeleton shape="block" height={420} />
      </PageStack>
    </LoadingRegion>
  );
}

export function MissingPayout() {
  return (
    <MessageView
      title="Request not found"
      text="There is no payout request at this address. Its user may have been deleted."
      action={<Link to="/admin/payouts">Go to payouts</Link>}
    />
  );
}

interface LoadedDeskProps extends DeskActions {
  desk: PayoutDesk;
  query: ReturnType<typeof useDesk>;
}

function LoadedDesk({ desk, query, onIssueCertificate }: LoadedDeskProps) {
  const { payout } = desk;
  const conclusion = concludePayout(payout);
  return (
    <PageStack>
      <DeskHeader desk={desk} />
      <Box component="section" aria-label="Key figures" sx={{ display: "grid", gap: "0.75rem" }}>
        <ConclusionFigures payout={payout} conclusion={conclusion} />
        <Conclusion isUnusual={conclusion.isOver}>{conclusion.sentence}</Conclusion>
        <ApprovalNotice payout={payout} />
        <Decide desk={desk} onIssueCertificate={onIssueCertificate} />
      </Box>
      <Box
        sx={{
          display: "grid",
          gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "minmax(0, 1.6fr) minmax(0, 1fr)" },
          alignItems: "start",
          gap: "1.25rem",
        }}
      >
        <PageStack>
          <DecidedFlagsPanel desk={desk} />
          <EvidencePanel desk={desk} conclusion={conclusion} />
          <OtherRequests desk={desk} />
        </PageStack>
        <PageStack>
          <RequestPanel desk={desk} />
          <CappedAllocation userId={payout.userId} />
          <Paper variant="outlined" sx={{ p: "1.25rem" }}>
            <LoadedTimeline query={query} />
          </Paper>
        </PageStack>
      </Box>
    </PageStack>
  );
}

/** The flags of a request that can be decided, and below them its decisions and what comes next. */
function Decide({ desk, onIssueCertificate }: DeskActions & { desk: PayoutDesk }) {
  const { payout, flags, queue } = desk;
  const { status } = payout;
  const warningId = useId();
  const mayDecide = useMay("payouts.decide");
  const refusalOf = useDecisionRefusal(payout);
  const openDecision = useOpenDialog(decisionDialogs);
  const open = useOpenRequest();
  const decide = (decision: Decision) => {
    if (mayDecide && canDecide(status, decision) && refusalOf(decision) === undefined) {
      openDecision(decisionLabels[decision].dialog, payout.id);
    }
  };
  useShortcuts({
    a: () => decide("approved"),
    r: () => decide("rejected"),
    j: () => open(queue.next),
    k: () => open(queue.previous),
  });
  const isPending = status === "pending";
  const warning = isPending ? describeDisregarded(flags ?? "unread") : undefined;
  const isUsual = flags?.length === 0;
  // Also after its approval: it is in no payment run before it is released.
  const isKept = flags?.some(({ code }) => code === "made_after_takeover") ?? false;
  return (
    <>
      {isPending || isKept ? <FlagNotice name="on this request" flags={flags ?? "unread"} /> : null}
      <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: "0.5rem" }}>
        {isPending ? null : <WhatComesNext desk={desk} onIssueCertificate={onIssueCertificate} />}
        {isKept ? (
          <PermittedButton
            ability="payouts.decide"
            onClick={() => openDecision("release-payout", payout.id)}
          >
            Release
          </PermittedButton>
        ) : null}
        <DecisionButtons
          payout={payout}
          expected={isPending && isUsual ? "approved" : undefined}
          warningId={warning ? warningId : undefined}
          onDecide={openDecision}
        />
        {warning ? (
          <Typography id={warningId} variant="body2" sx={{ color: "text.secondary" }}>
            {warning}
          </Typography>
        ) : null}
        <Box sx={{ ml: "auto" }}>
          <KeyHelp keys={isPending ? { ...decisionKeys, ...queueKeys } : queueKeys} />
        </Box>
      </Box>
    </>
  );
}

const decisionKeys = { a: "approve", r: "reject" };
const queueKeys = { j: "next request", k: "previous request" };

/** After a decision: the next request of the queue, the payment and the certificate of an approved one. */
function WhatComesNext({ desk, onIssueCertificate }: DeskActions & { desk: PayoutDesk }) {
  const { payout, queue } = desk;
  const next = queue.next ?? queue.previous;
  const mayPay = useMay("payments.manage");
  const isUnpaid = payout.status === "approved" && payout.paymentRunId === null;
  return (
    <>
      {next === null ? null : (
        <LinkButton
          to="/admin/payouts/$id"
          params={{ id: String(next) }}
          look="primary"
          data-tooltip={queue.next === null ? undefined : "Next request (j)"}
        >
          Next request
        </LinkButton>
      )}
      {mayPay && isUnpaid ? (
        <LinkButton to="/admin/payments" search={{ request: payout.id }}>
          Add to payment run
        </LinkButton>
      ) : null}
      {payout.status === "approved" ? (
        <PermittedButton ability="certificates.write" onClick={onIssueCertificate}>
          Issue Certificate
        </PermittedButton>
      ) : null}
    </>
  );
}

function useOpenRequest() {
  const navigate = useNavigate();
  return (id: number | null) => {
    if (id === null) return;
    void navigate({ to: "/admin/payouts/$id", params: { id: String(id) } });
  };
}

/** In milliseconds. The live stream of an account reports new records, but no decisions. */
const POLL_PENDING = 5_000;

/**
 * Fetches the current data that a decision is based on; again every few seconds while the request is pending and the
 * tab is visible, because another administrator may decide it.
 */
function useDesk(id: number) {
  return trpc.admin.payouts.desk.useQuery(
    { id },
    {
      refetchOnMount: "always",
      refetchInterval: ({ state }) =>
        state.data?.payout.status === "pending" ? POLL_PENDING : false,
    },
  );
}

export function prefetchDesk(id: number) {
  void prefetcher.admin.payouts.desk.prefetch({ id });
}
