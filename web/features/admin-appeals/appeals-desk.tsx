import Box from "@mui/material/Box";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import type { Appeal } from "../../../src/business/judgement/appeals/appeal.schema.ts";
import { appealReason } from "../../../src/business/judgement/appeals/appeal.schema.ts";
import type { QueuedReview } from "../../../src/business/judgement/reviews/review.schema.ts";
import { formatMoney } from "../../../src/platform/money/money.ts";
import { z } from "zod";
import { readApiError } from "../../app/api-client/api-error.ts";
import { useAdminOutcome } from "../../app/api-client/use-admin-outcome.ts";
import { PermittedButton } from "../../app/session/permitted-button.tsx";
import { AnchorButton } from "../../components/button/button.tsx";
import { FormDialog } from "../../components/dialog/form-dialog.tsx";
import { EmptyState } from "../../components/feedback/empty-state.tsx";
import { LoadFailure } from "../../components/feedback/load-failure.tsx";
import { MessageView } from "../../components/feedback/message-view.tsx";
import { Notice } from "../../components/feedback/notice.tsx";
import { Spinner } from "../../components/feedback/spinner.tsx";
import { Icon } from "../../components/icon/icon.tsx";
import { TextArea } from "../../components/field/text-area.tsx";
import { useSchemaForm } from "../../components/forms/use-schema-form.ts";
import { LoadedPages } from "../../components/loaded/loaded-pages.tsx";
import { BackLink } from "../../components/page/back-link.tsx";
import { Stack } from "../../components/page/stack.tsx";
import { Fact, Facts } from "../../components/panel/facts.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import { type Column, Table } from "../../components/table/table.tsx";
import { AppealBadge, AppealFacts, Words } from "../../domain/appeals/appeal-parts.tsx";
import { BreachFindings, ObservationPanel } from "../../domain/appeals/breach-findings.tsx";
import { formatMoment } from "../../domain/format/dates.ts";
import { displayName } from "../../domain/format/display-name.ts";
import { shorten } from "../../domain/format/shorten.ts";
import { useStageRules } from "../../domain/verdicts/use-verdict.ts";
import { trpc } from "../../trpc.ts";

/** Lists the appeals: open ones, oldest first, then decided ones, newest first. */
export function AppealsList() {
  const query = trpc.admin.appeals.page.useInfiniteQuery(
    { limit: 25 },
    { staleTime: 5_000, getNextPageParam: ({ nextCursor }) => nextCursor },
  );
  return (
    <Panel title="All Appeals" subtitle="Open ones first, the oldest at the top">
      <LoadedPages
        query={query}
        noun="appeals"
        skeleton={4}
        empty={
          <EmptyState
            icon="circleCheck"
            title="No appeals"
            text="Traders can appeal against a confirmed breach and a rejected payout request."
          />
        }
      >
        {(appeals) => (
          <Table name="Appeals" columns={columns} rows={appeals} rowKey={({ id }) => id} />
        )}
      </LoadedPages>
    </Panel>
  );
}

const columns: Column<Appeal>[] = [
  {
    title: "Trader",
    cell: ({ id, trader }) => (
      <Link to="/admin/appeals" search={{ appeal: id }}>
        {shorten(displayName(trader))}
      </Link>
    ),
  },
  { title: "Against", cell: (appeal) => subjectWords(appeal) },
  { title: "Sent", cell: ({ createdAt }) => formatMoment(createdAt) },
  { title: "Text", cell: ({ text }) => shorten(text) },
  { title: "State", cell: ({ decision }) => <AppealBadge decision={decision} /> },
];

function subjectWords({ subject, payout }: Appeal): string {
  return subject.kind === "review"
    ? `Confirmed breach, review #${subject.id}`
    : `Rejected payout #${subject.id}${payout ? ` of ${formatMoney(payout.amount, payout.currency)}` : ""}`;
}

interface OpenAppealProps {
  id: number;
  /** Renders the chart of a review's stage. */
  chart: (review: QueuedReview) => ReactNode;
}

/** Shows an appeal with the letter that it is against and the case, and decides it. */
export function OpenAppeal({ id, chart }: OpenAppealProps) {
  const query = trpc.admin.appeals.get.useQuery({ id }, { staleTime: 5_000 });
  const back = <BackLink to="/admin/appeals">All appeals</BackLink>;
  if (query.data) {
    return (
      <>
        {back}
        <LoadedAppeal appeal={query.data} chart={chart} />
      </>
    );
  }
  if (readApiError(query.error).httpStatus === 404) {
    return (
      <MessageView
        title="Appeal not found"
        text="There is no appeal at this address. The trader may have been deleted."
        action={<Link to="/admin/appeals">Go to appeals</Link>}
      />
    );
  }
  if (query.isError) {
    return <LoadFailure text="Failed to load the appeal." onRetry={() => void query.refetch()} />;
  }
  return <Spinner />;
}

const sideBySide = {
  display: "grid",
  gridTemplateColumns: { xs: "minmax(0, 1fr)", lg: "repeat(2, minmax(0, 1fr))" },
  gap: 2.5,
  alignItems: "start",
  marginBlockStart: 1,
};

function LoadedAppeal({ appeal, chart }: { appeal: Appeal; chart: OpenAppealProps["chart"] }) {
  return (
    <Box sx={sideBySide}>
      <Stack>
        <AppealPanel appeal={appeal} />
        <Decision appeal={appeal} />
      </Stack>
      <Stack>
        {appeal.review ? (
          <ReviewSide id={appeal.review.id} chart={chart} />
        ) : (
          <PayoutSide payout={appeal.payout} />
        )}
      </Stack>
    </Box>
  );
}

function AppealPanel({ appeal }: { appeal: Appeal }) {
  const { id, trader } = appeal;
  const { data = [] } = trpc.admin.appeals.attachments.useQuery({ id }, { staleTime: 5_000 });
  return (
    <Panel
      title="The Appeal"
      subtitle={
        <>
          <Link to="/admin/users/$id" params={{ id: String(trader.id) }}>
            {displayName(trader)}
          </Link>{" "}
          · {subjectWords(appeal)}
        </>
      }
    >
      <AppealFacts appeal={appeal} attachments={data} />
    </Panel>
  );
}

/** The letter that the trader received, and the case. */
function ReviewSide({ id, chart }: { id: number; chart: OpenAppealProps["chart"] }) {
  const { data: review } = trpc.admin.reviews.get.useQuery({ id }, { staleTime: 5_000 });
  const owner = { userId: review?.userId ?? 0 };
  const rules = useStageRules(owner, review?.stageId ?? 0, review !== undefined);
  if (!review) return <Spinner />;
  const { verdict, stage, userId, stageId, decidedAt, decidedBy, reason } = review;
  return (
    <>
      <Panel title="The Letter" subtitle={`${stage.phase}, as the trader reads it`}>
        <Facts>
          <Fact name="Confirmed">
            {decidedAt ? formatMoment(decidedAt) : "—"} by {decidedBy ?? "—"}
          </Fact>
          <Fact name="Reason">
            <Words>{reason}</Words>
          </Fact>
        </Facts>
      </Panel>
      <BreachFindings verdict={verdict} stage={stage} rules={rules.data} />
      {chart(review)}
      <ObservationPanel verdict={verdict} />
      <Panel
        title="The Case"
        aside={
          <AnchorButton
            href={`/api/admin/user/${userId}/case?stage=${stageId}`}
            download
            size="small"
          >
            <Icon name="download" size={16} />
            Download case
          </AnchorButton>
        }
      >
        <p>
          <Link to="/admin/reviews" search={{ review: id }}>
            Open the review
          </Link>{" "}
          for all of its rules and the current verdict.
        </p>
      </Panel>
    </>
  );
}

function PayoutSide({ payout }: Pick<Appeal, "payout">) {
  if (!payout) return null;
  return (
    <Panel title="The Rejection" subtitle={`Payout request #${payout.id}`}>
      <Facts>
        <Fact name="Amount" isAmount>
          {formatMoney(payout.amount, payout.currency)}
        </Fact>
        <Fact name="Rejected">
          {formatMoment(payout.decidedAt)} by {payout.decidedBy ?? "a tool"}
        </Fact>
        <Fact name="Notes">
          <Words>{payout.adminNotes}</Words>
        </Fact>
        <Fact name="Request">
          <Link to="/admin/payouts/$id" params={{ id: String(payout.id) }}>
            Open the request
          </Link>
        </Fact>
      </Facts>
    </Panel>
  );
}

const consequences = {
  review:
    "Granting opens the stage again with the account's former status, asks the platform to enable trading if it was disabled, and keeps the same breach from coming back.",
  payout: "Granting makes the request pending again; it approves nothing.",
};

/** Says what granting does and who may decide, and opens the dialog. */
function Decision({ appeal }: { appeal: Appeal }) {
  const [decision, decide] = useState<"grant" | "deny">();
  const me = trpc.admin.me.get.useQuery();
  const taker = appeal.review?.decidedBy ?? appeal.payout?.decidedBy;
  if (appeal.decision !== null) return null;
  return (
    <Panel title="Decision">
      <Stack>
        {taker && taker === me.data?.name ? (
          <Notice tone="info" title="You took the decision that this appeal is against">
            <p>
              Another administrator who may decide appeals must decide it, unless you are the only
              one.
            </p>
          </Notice>
        ) : (
          <p>
            {taker ?? "A tool"} took the decision. Another administrator decides the appeal, if
            there is one.
          </p>
        )}
        <p>{consequences[appeal.subject.kind]}</p>
        <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1 }}>
          <PermittedButton ability="appeals.decide" onClick={() => decide("deny")}>
            Deny Appeal
          </PermittedButton>
          <PermittedButton ability="appeals.decide" look="primary" onClick={() => decide("grant")}>
            Grant Appeal
          </PermittedButton>
        </Box>
      </Stack>
      {decision ? (
        <DecideDialog appeal={appeal} decision={decision} onClose={() => decide(undefined)} />
      ) : null}
    </Panel>
  );
}

const reasonForm = z.object({ reason: appealReason });

const verbs = {
  grant: { title: "Grant Appeal", pending: "Granting...", done: "Appeal granted" },
  deny: { title: "Deny Appeal", pending: "Denying...", done: "Appeal denied" },
};

interface DecideDialogProps {
  appeal: Appeal;
  decision: "grant" | "deny";
  onClose: () => void;
}

function DecideDialog({ appeal, decision, onClose }: DecideDialogProps) {
  const { title, pending, done } = verbs[decision];
  const form = useSchemaForm(reasonForm, { reason: "" });
  const [overtaken, setOvertaken] = useState<Appeal>();
  const { succeeded, failed } = useAdminOutcome();
  const save = trpc.admin.appeals.decide.useMutation({
    onSuccess: () => {
      onClose();
      return succeeded(done);
    },
    onError: (error) => {
      setOvertaken(readApiError(error).current as Appeal | undefined);
      form.showErrors(error);
      failed("The appeal was not decided", error);
    },
  });
  return (
    <FormDialog
      title={title}
      isOpen
      onClose={onClose}
      size="sm"
      form={form}
      onSubmit={({ reason }) => save.mutateAsync({ id: appeal.id, decision, reason })}
      submitLabel={title}
      pendingLabel={pending}
      isSubmitDisabled={overtaken !== undefined}
      cancelLabel={overtaken ? "Close" : "Cancel"}
    >
      {overtaken ? (
        <Notice tone="info" title="Already decided">
          <p>
            By {overtaken.decidedBy}: {overtaken.reason}
          </p>
        </Notice>
      ) : null}
      <p>
        {decision === "grant"
          ? consequences[appeal.subject.kind]
          : "Denying leaves the decision as it is. It cannot be appealed against again."}
      </p>
      <TextArea
        label="Reason"
        hint="Required. Sent to the trader and kept in the history."
        rows={4}
        autoFocus
        {...form.field("reason")}
      />
    </FormDialog>
  );
}
