import Box from "@mui/material/Box";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type {
  AdminAppeal,
  Appeal,
} from "../../../../src/business/decisions/appeals/appeal.schema.ts";
import type { QueuedReview } from "../../../../src/business/decisions/reviews/review.schema.ts";
import { conductNames } from "../../../../src/business/rulebook/kinds/conduct/conduct-names.rule.ts";
import { formatMoney } from "../../../../src/platform/money/money.ts";
import { staleTimes } from "../../../app/api-client/query-client.ts";
import { dialog, useOpenDialog } from "../../../app/dialogs.tsx";
import { PermittedButton } from "../../../app/session/permitted.tsx";
import { useMay } from "../../../app/session/use-may.ts";
import { MessageView } from "../../../components/feedback/message-view.tsx";
import { Notice } from "../../../components/feedback/notice.tsx";
import { Spinner } from "../../../components/feedback/spinner.tsx";
import { Loaded } from "../../../components/loaded/loaded.tsx";
import { BackLink } from "../../../components/page/back-link.tsx";
import { Stack } from "../../../components/page/stack.tsx";
import { Fact, Facts } from "../../../components/panel/facts.tsx";
import { Panel } from "../../../components/panel/panel.tsx";
import { AppealFacts, Words } from "../../../domain/appeals/appeal-parts.tsx";
import { FindingBadge, FindingFacts } from "../../../domain/conduct/finding-facts.tsx";
import { findingSentence } from "../../../domain/conduct/finding-words.ts";
import { BreachFindings, ObservationPanel } from "../../../domain/appeals/breach-findings.tsx";
import { formatMoment } from "../../../domain/format/dates.ts";
import { PersonName } from "../../../domain/format/texts.tsx";
import { Conclusion, KeyHelp, useShortcuts } from "../../../domain/payouts/desk.tsx";
import { CaseDownload } from "../../../domain/verdicts/case-download.tsx";
import { concludeBreach } from "../../../domain/verdicts/breach-conclusion.ts";
import { useStageRules } from "../../../domain/verdicts/use-verdict.ts";
import { trpc } from "../../../trpc.ts";
import { consequences, subjectWords } from "./appeal-words.ts";
import { LinkSide } from "./link-side.tsx";
import { useNeighbours, useOpenAppeal } from "./use-appeals.ts";

const loadDialogs = () => import("./decide-dialogs.tsx");

/** The dialogs of the appeal that the page shows: `?appeal=3&dialog=grant`. */
export const appealDialogs = {
  grant: dialog(() => loadDialogs().then((m) => m.GrantDialog), "appeals.decide"),
  deny: dialog(() => loadDialogs().then((m) => m.DenyDialog), "appeals.decide"),
};

interface OpenAppealProps {
  id: number;
  /** Renders the chart of a review's stage. */
  chart: (review: QueuedReview) => ReactNode;
}

/** Shows an appeal with the letter that it is against and the case, and decides it. */
export function OpenAppeal({ id, chart }: OpenAppealProps) {
  const query = trpc.admin.appeals.get.useQuery({ id });
  const missing = (
    <MessageView
      title="Appeal not found"
      text="There is no appeal at this address. The user may have been deleted."
      action={<Link to="/admin/appeals">Go to appeals</Link>}
    />
  );
  return (
    <Loaded query={query} noun="the appeal" skeleton={<Spinner />} missing={missing}>
      {(appeal) => (
        <>
          <BackLink to="/admin/appeals">All appeals</BackLink>
          <LoadedAppeal appeal={appeal} chart={chart} />
        </>
      )}
    </Loaded>
  );
}

const sideBySide = {
  display: "grid",
  gridTemplateColumns: { xs: "minmax(0, 1fr)", lg: "repeat(2, minmax(0, 1fr))" },
  gap: 2.5,
  alignItems: "start",
  marginBlockStart: 1,
};

function LoadedAppeal({ appeal, chart }: { appeal: AdminAppeal; chart: OpenAppealProps["chart"] }) {
  return (
    <Box sx={sideBySide}>
      <Stack>
        <AppealPanel appeal={appeal} />
        <Decision appeal={appeal} />
      </Stack>
      <Stack>
        {appeal.review ? <ReviewSide id={appeal.review.id} chart={chart} /> : null}
        {appeal.finding ? <FindingSide id={appeal.finding.id} /> : null}
        {appeal.link ? <LinkSide link={appeal.link} /> : null}
        <PayoutSide payout={appeal.payout} />
      </Stack>
    </Box>
  );
}

function AppealPanel({ appeal }: { appeal: Appeal }) {
  const { id, trader, review } = appeal;
  const { data: reviewed } = trpc.admin.reviews.get.useQuery(
    { id: review?.id ?? 0 },
    { enabled: review !== null, staleTime: staleTimes.adminPages },
  );
  const against = reviewed
    ? concludeBreach(reviewed.verdict, reviewed.stage.currency).join("; ")
    : undefined;
  const { data = [] } = trpc.admin.appeals.attachments.useQuery({ id });
  return (
    <Panel
      title="The Appeal"
      subtitle={
        <>
          <Link to="/admin/users/$id" params={{ id: String(trader.id) }} style={inText}>
            <PersonName of={trader} />
          </Link>{" "}
          · {subjectWords(appeal.subject, appeal.payout)}
        </>
      }
    >
      {against ? <Conclusion isUnusual>{`Against a breach: ${against}`}</Conclusion> : null}
      <AppealFacts appeal={appeal} attachments={data} />
    </Panel>
  );
}

/** The letter that the trader received, and the case. */
function ReviewSide({ id, chart }: { id: number; chart: OpenAppealProps["chart"] }) {
  const { data: review } = trpc.admin.reviews.get.useQuery({ id });
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
      <ObservationPanel verdict={verdict} timeZone={rules.data?.day.timeZone ?? "UTC"} />
      <Panel title="The Case" aside={<CaseDownload owner={{ userId }} stageId={stageId} />}>
        <p>
          <Link to="/admin/reviews" search={{ review: id }} style={inText}>
            Open the review
          </Link>{" "}
          for all of its rules and the current verdict.
        </p>
      </Panel>
    </>
  );
}

function FindingSide({ id }: { id: number }) {
  const { data: finding } = trpc.admin.conduct.get.useQuery({ id });
  const owner = { userId: finding?.userId ?? 0 };
  const rules = useStageRules(owner, finding?.stageId ?? 0, finding !== undefined);
  if (!finding) return <Spinner />;
  const context = { currency: finding.currency, timeZone: rules.data?.day.timeZone };
  return (
    <Panel
      title="The Finding"
      subtitle={conductNames[finding.kind]}
      aside={<FindingBadge finding={finding} />}
    >
      <Stack>
        <p>{findingSentence(finding, context)}</p>
        <FindingFacts finding={finding} {...context} />
        <p>
          <Link to="/admin/conduct/$id" params={{ id: String(id) }} style={inText}>
            Open the finding
          </Link>
        </p>
      </Stack>
    </Panel>
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

const decisionKeys = { g: "grant", d: "deny" };
const queueKeys = { j: "next", k: "previous" };

/** Says what granting does and who may decide, and opens the dialog. */
function Decision({ appeal }: { appeal: AdminAppeal }) {
  const open = useOpenDialog(appealDialogs);
  const mayDecide = useMay("appeals.decide");
  const { next, previous } = useNeighbours(appeal.id);
  const openAppeal = useOpenAppeal();
  const isDecidable = mayDecide && appeal.decision === null && appeal.refusal === null;
  useShortcuts({
    g: isDecidable ? () => open("grant") : undefined,
    d: isDecidable ? () => open("deny") : undefined,
    j: next === undefined ? undefined : () => openAppeal(next),
    k: previous === undefined ? undefined : () => openAppeal(previous),
  });
  const taker = (appeal.review ?? appeal.payout ?? appeal.link)?.decidedBy;
  if (appeal.decision !== null) return <KeyHelp keys={queueKeys} />;
  if (appeal.refusal !== null) {
    return (
      <Panel title="Decision">
        <Stack>
          <Notice tone="info" title={appeal.refusal} />
          <KeyHelp keys={queueKeys} />
        </Stack>
      </Panel>
    );
  }
  return (
    <Panel title="Decision">
      <Stack>
        {appeal.finding ? null : (
          <p>{`${taker ?? "A tool"} took the decision that this appeal is against.`}</p>
        )}
        <p>{consequences[appeal.subject.kind]}</p>
        <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1 }}>
          <PermittedButton
            ability="appeals.decide"
            aria-keyshortcuts="d"
            onClick={() => open("deny")}
          >
            Deny Appeal
          </PermittedButton>
          <PermittedButton
            ability="appeals.decide"
            look="primary"
            aria-keyshortcuts="g"
            onClick={() => open("grant")}
          >
            Grant Appeal
          </PermittedButton>
        </Box>
        <KeyHelp keys={isDecidable ? { ...decisionKeys, ...queueKeys } : queueKeys} />
      </Stack>
    </Panel>
  );
}

const inText = { textDecoration: "underline" };
