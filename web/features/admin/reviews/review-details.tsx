import Box from "@mui/material/Box";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Verdict } from "../../../../src/business/rulebook/engine/verdict.schema.ts";
import type { QueuedReview } from "../../../../src/business/decisions/reviews/review.schema.ts";
import { formatMoney } from "../../../../src/platform/money/money.ts";
import { Badge } from "../../../components/badge/badge.tsx";
import { LoadFailure } from "../../../components/feedback/load-failure.tsx";
import { MessageView } from "../../../components/feedback/message-view.tsx";
import { Notice } from "../../../components/feedback/notice.tsx";
import { Loaded } from "../../../components/loaded/loaded.tsx";
import { Stack } from "../../../components/page/stack.tsx";
import { Fact, FactColumns } from "../../../components/panel/facts.tsx";
import { Panel } from "../../../components/panel/panel.tsx";
import { displayName } from "../../../domain/format/texts.tsx";
import { Moment } from "../../../domain/format/moment.tsx";
import { Conclusion } from "../../../domain/payouts/desk.tsx";
import { CaseDownload } from "../../../domain/verdicts/case-download.tsx";
import { ObjectivesPanel, ObjectivesSkeleton } from "../../../domain/verdicts/objectives-panel.tsx";
import { useStageRules } from "../../../domain/verdicts/use-verdict.ts";
import { Contradictions, DecisionBar } from "./decision-bar.tsx";
import {
  canConfirm,
  isChanged,
  reviewBadge,
  reviewFigures,
  reviewSubjects,
  standingOf,
} from "./review-words.ts";
import { usePresentVerdict, useReview } from "./use-reviews.ts";

interface ReviewDetailsProps {
  id: number;
  /** Renders the chart of a review's stage. */
  chart: (review: QueuedReview) => ReactNode;
  onIssueCertificate: (review: QueuedReview) => void;
  onUploadCertificate: (review: QueuedReview) => void;
}

/** Shows a review with its case: the chart, the verdict that was stored with it, and the current one. */
export function ReviewDetails({ id, ...parts }: ReviewDetailsProps) {
  const query = useReview(id);
  const missing = (
    <MessageView
      title="Review not found"
      text="There is no review at this address. The user may have been deleted."
      action={<Link to="/admin/reviews">Go to reviews</Link>}
    />
  );
  return (
    <Loaded query={query} noun="the review" skeleton={<ObjectivesSkeleton />} missing={missing}>
      {(review) => <LoadedReview key={id} review={review} {...parts} />}
    </Loaded>
  );
}

type LoadedReviewProps = Omit<ReviewDetailsProps, "id"> & { review: QueuedReview };

function LoadedReview({ review, chart, ...actions }: LoadedReviewProps) {
  const { userId, stageId, verdict, stage } = review;
  const timeZone = useStageRules({ userId }, stageId).data?.day.timeZone;
  return (
    <>
      <Stack>
        <Contradictions review={review} />
        <ReviewFacts review={review} timeZone={timeZone} />
        <CurrentVerdict review={review} timeZone={timeZone} />
        {chart(review)}
        <ObjectivesPanel
          title="Verdict When the Review Was Opened"
          verdict={verdict}
          stage={stage}
          isEarlier
          timeZone={timeZone}
          standing={standingOf(review)}
          actions={<CaseDownload owner={{ userId }} stageId={stageId} />}
        />
      </Stack>
      <DecisionBar review={review} timeZone={timeZone} {...actions} />
    </>
  );
}

interface ReviewFactsProps {
  review: QueuedReview;
  /** The zone of the rules, if they are loaded. */
  timeZone: string | undefined;
}

/** What the review concludes, in the first sentence, and the facts about it. */
function ReviewFacts({ review, timeZone }: ReviewFactsProps) {
  const { trader, stage, userId, createdAt, decidedAt, decidedBy, reason } = review;
  const { word, tone } = reviewBadge(review);
  const figures = reviewFigures(review);
  return (
    <Panel
      title={displayName(trader)}
      subtitle={trader.fullName ? trader.email : undefined}
      aside={<Badge tone={tone}>{word}</Badge>}
    >
      {reviewSubjects(review, timeZone).map((subject) => (
        <Conclusion key={subject} isUnusual={review.kind === "breach"}>
          {subject}
        </Conclusion>
      ))}
      <Box sx={overviewLook}>
        <FactColumns className="">
          {figures.length > 0 ? (
            <Fact name="Figures">
              {figures.map((figure) => (
                <p key={figure}>{figure}</p>
              ))}
            </Fact>
          ) : null}
          <Fact name="Stage">
            {stage.phase}, {formatMoney(stage.initialBalance, stage.currency)}
          </Fact>
          <Fact name="Opened">
            <Moment at={createdAt} />
          </Fact>
          <Fact name="User">
            <Link to="/admin/users/$id" params={{ id: String(userId) }}>
              Open the user's page
            </Link>
          </Fact>
          {decidedAt ? (
            <>
              <Fact name="Decided">
                <Moment at={decidedAt} /> by {decidedBy}
              </Fact>
              <Fact name="Reason">
                <Box component="span" sx={{ whiteSpace: "pre-line" }}>
                  {reason}
                </Box>
              </Fact>
            </>
          ) : null}
        </FactColumns>
      </Box>
    </Panel>
  );
}

const overviewLook = {
  mt: 1.5,
  "& > dl": {
    display: "grid",
    gridTemplateColumns: "repeat(auto-fit, minmax(8.5rem, 1fr))",
    gap: "0.75rem 1.5rem",
  },
};

interface CurrentVerdictProps {
  review: QueuedReview;
  /** The zone of the rules, if they are loaded. */
  timeZone: string | undefined;
}

/** Shows the current verdict if records or rules have changed it since the review was opened. */
function CurrentVerdict({ review, timeZone }: CurrentVerdictProps) {
  const query = usePresentVerdict(review);
  if (query.isLoadingError) {
    return (
      <LoadFailure
        text="Failed to load the current verdict."
        onRetry={() => void query.refetch()}
      />
    );
  }
  const present = query.data;
  if (!present || !isChanged(review.verdict, present)) return null;
  return (
    <>
      <Notice tone="warning" title="The verdict has changed since the review was opened">
        <p>{adviceOn(review, present)}</p>
      </Notice>
      <ObjectivesPanel
        title="Current verdict"
        verdict={present}
        stage={review.stage}
        timeZone={timeZone}
        standing={standingOf(review)}
      />
    </>
  );
}

function adviceOn({ kind, decision }: QueuedReview, present: Verdict): string {
  if (decision !== null) return "The decision on this review stays.";
  if (canConfirm(kind, present)) return "Compare both before you decide.";
  return `The verdict is no longer a ${kind}, so the review can only be dismissed.`;
}
