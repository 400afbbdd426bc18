import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { QueuedReview } from "../../../src/business/judgement/reviews/review.schema.ts";
import { formatMoney } from "../../../src/platform/money/money.ts";
import { readApiError } from "../../app/api-client/api-error.ts";
import { Badge } from "../../components/badge/badge.tsx";
import { AnchorButton } from "../../components/button/button.tsx";
import { LoadFailure } from "../../components/feedback/load-failure.tsx";
import { MessageView } from "../../components/feedback/message-view.tsx";
import { Icon } from "../../components/icon/icon.tsx";
import { Stack } from "../../components/page/stack.tsx";
import { Fact, FactColumns } from "../../components/panel/facts.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import { formatMoment } from "../../domain/format/dates.ts";
import { displayName } from "../../domain/format/display-name.ts";
import { ObjectivesPanel } from "../../domain/verdicts/objectives-panel.tsx";
import { ObjectivesSkeleton } from "../../domain/verdicts/objectives-skeleton.tsx";
import { Contradictions } from "./contradictions.tsx";
import { CurrentVerdict } from "./current-verdict.tsx";
import { DecisionBar } from "./decision-bar.tsx";
import { reviewStatus, reviewSubjects, standingOf } from "./review-words.ts";
import styles from "./reviews.module.css";
import type { Deciding } from "./lazy-review-dialogs.tsx";
import { useReview } from "./use-reviews.ts";

interface ReviewDetailsProps {
  id: number;
  /** Renders the chart of a review's stage. */
  chart: (review: QueuedReview) => ReactNode;
  onDecide: (deciding: Deciding) => void;
  onIssueCertificate: (review: QueuedReview) => void;
  onUploadCertificate: (review: QueuedReview) => void;
}

/** Shows a review with its case: the chart, the verdict that was stored with it, and the current one. */
export function ReviewDetails({ id, ...parts }: ReviewDetailsProps) {
  const query = useReview(id);
  if (query.data) return <LoadedReview key={id} review={query.data} {...parts} />;
  if (readApiError(query.error).httpStatus === 404) {
    return (
      <MessageView
        title="Review not found"
        text="There is no review at this address. The trader may have been deleted."
        action={<Link to="/admin/reviews">Go to reviews</Link>}
      />
    );
  }
  if (query.isError) {
    return <LoadFailure text="Failed to load the review." onRetry={() => void query.refetch()} />;
  }
  return <ObjectivesSkeleton />;
}

type LoadedReviewProps = Omit<ReviewDetailsProps, "id"> & { review: QueuedReview };

function LoadedReview({ review, chart, ...actions }: LoadedReviewProps) {
  const { userId, stageId, verdict, stage } = review;
  return (
    <>
      <Stack>
        <Contradictions review={review} />
        <ReviewFacts review={review} />
        <CurrentVerdict review={review} />
        {chart(review)}
        <ObjectivesPanel
          title="Verdict When the Review Was Opened"
          verdict={verdict}
          stage={stage}
          isEarlier
          standing={standingOf(review)}
          actions={
            <AnchorButton
              href={`/api/admin/user/${userId}/case?stage=${stageId}`}
              download
              size="small"
            >
              <Icon name="download" size={16} />
              Download case
            </AnchorButton>
          }
        />
      </Stack>
      <DecisionBar review={review} {...actions} />
    </>
  );
}

function ReviewFacts({ review }: { review: QueuedReview }) {
  const { trader, stage, userId, createdAt, decidedAt, decidedBy, reason } = review;
  const { word, tone } = reviewStatus(review);
  return (
    <Panel
      title={displayName(trader)}
      subtitle={trader.fullName ? trader.email : undefined}
      aside={<Badge tone={tone}>{word}</Badge>}
    >
      <FactColumns className={styles.overview}>
        <Fact name="Subject">
          {reviewSubjects(review).map((subject) => (
            <p key={subject}>{subject}</p>
          ))}
        </Fact>
        <Fact name="Stage">
          {stage.phase}, {formatMoney(stage.initialBalance, stage.currency)}
        </Fact>
        <Fact name="Opened">{formatMoment(createdAt)}</Fact>
        <Fact name="Trader">
          <Link to="/admin/users/$id" params={{ id: String(userId) }}>
            Open the trader's page
          </Link>
        </Fact>
        {decidedAt ? (
          <>
            <Fact name="Decided">
              {formatMoment(decidedAt)} by {decidedBy}
            </Fact>
            <Fact name="Reason">
              <span className={styles.reason}>{reason}</span>
            </Fact>
          </>
        ) : null}
      </FactColumns>
    </Panel>
  );
}
