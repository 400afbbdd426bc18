import { Link } from "@tanstack/react-router";
import { useRef, useEffect, type ReactNode } from "react";
import type { QueuedReview } from "../../../src/business/reviews/review.schema.ts";
import { formatMoney } from "../../../src/platform/money/money.ts";
import { readApiError } from "../../api-client/api-error.ts";
import { Badge } from "../../components/badge/badge.tsx";
import { buttonClass } from "../../components/button/button.tsx";
import { LoadFailure } from "../../components/feedback/load-failure.tsx";
import { MessageView } from "../../components/feedback/message-view.tsx";
import { Icon } from "../../components/icon/icon.tsx";
import { Stack } from "../../components/page/stack.tsx";
import { Fact, Facts } from "../../components/panel/facts.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import { formatMoment } from "../../format/dates.ts";
import { displayName } from "../../format/display-name.ts";
import { ObjectivesPanel } from "../../verdicts/objectives-panel.tsx";
import { ObjectivesSkeleton } from "../../verdicts/objectives-skeleton.tsx";
import { CurrentVerdict } from "./current-verdict.tsx";
import type { Deciding } from "./use-review-dialogs.ts";
import { useReview, useReviewPages } from "./use-reviews.ts";
import { reviewStatus, standingOf } from "./review-words.ts";
import styles from "./reviews.module.css";
import { PermittedButton } from "../../session/permitted-button.tsx";

interface ReviewDetailsProps {
  id: number;
  onDecide: (deciding: Deciding) => void;
  onIssueCertificate: (review: QueuedReview) => void;
  onUploadCertificate: (review: QueuedReview) => void;
}

/** Shows a review with its evidence: the verdict that was stored with it, and the current one. */
export function ReviewDetails({ id, ...actions }: ReviewDetailsProps) {
  const query = useReview(id);
  if (query.data) return <LoadedReview key={id} review={query.data} {...actions} />;
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

function LoadedReview({ review, ...actions }: LoadedReviewProps) {
  const { verdict, stage } = review;
  const heading = useRef<HTMLDivElement>(null);
  // On small screens, the details replace the queue, so they take the focus.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <Stack>
      <div ref={heading} tabIndex={-1} className={styles.details}>
        <ReviewFacts review={review}>
          <Actions review={review} {...actions} />
        </ReviewFacts>
      </div>
      <CurrentVerdict review={review} />
      <ObjectivesPanel
        title="Verdict When the Review Was Opened"
        verdict={verdict}
        stage={stage}
        isEarlier
        standing={standingOf(review)}
      />
    </Stack>
  );
}

function ReviewFacts({ review, children }: { review: QueuedReview; children: ReactNode }) {
  const { trader, stage, userId, createdAt, decidedAt, decidedBy, reason } = review;
  const { word, tone } = reviewStatus(review);
  return (
    <Panel
      title={displayName(trader)}
      subtitle={trader.fullName ? trader.email : undefined}
      aside={<Badge tone={tone}>{word}</Badge>}
    >
      <Facts>
        <Fact name="Stage">
          {stage.phase}, {formatMoney(stage.initialBalance, stage.currency)}
        </Fact>
        <Fact name="Opened">{formatMoment(createdAt)}</Fact>
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
        <Fact name="Trader">
          <Link to="/admin/users/$id" params={{ id: String(userId) }} search={{ tab: "verdict" }}>
            Open the trader's page
          </Link>
        </Fact>
      </Facts>
      {children}
    </Panel>
  );
}

function Actions({ review, onDecide, onIssueCertificate, onUploadCertificate }: LoadedReviewProps) {
  const { userId, stageId, kind, decision } = review;
  return (
    <div className={styles.actions}>
      <a
        href={`/api/admin/user/${userId}/case?stage=${stageId}`}
        download
        className={buttonClass({ look: "secondary" })}
      >
        <Icon name="download" size={16} />
        Download case
      </a>
      {decision === null ? (
        <>
          <PermittedButton
            ability="reviews.decide"
            onClick={() => onDecide({ review, decision: "dismiss" })}
          >
            Dismiss
          </PermittedButton>
          <PermittedButton
            ability="reviews.decide"
            look={kind === "breach" ? "danger" : "primary"}
            onClick={() => onDecide({ review, decision: "confirm" })}
          >
            {kind === "breach" ? "Confirm Breach" : "Confirm Pass"}
          </PermittedButton>
        </>
      ) : null}
      {kind === "pass" && decision === "confirm" ? (
        <>
          <PermittedButton ability="certificates.write" onClick={() => onUploadCertificate(review)}>
            Upload Certificate
          </PermittedButton>
          <PermittedButton
            ability="certificates.write"
            look="primary"
            onClick={() => onIssueCertificate(review)}
          >
            Issue Certificate
          </PermittedButton>
        </>
      ) : null}
      {decision === null ? null : <NextReview after={review.id} />}
    </div>
  );
}

/** Links from a decided review to the one that has waited longest, which is the first in the queue. */
function NextReview({ after }: { after: number }) {
  const waiting = useReviewPages("open").data?.pages[0]?.rows;
  const next = waiting?.find(({ id }) => id !== after);
  if (!next) return null;
  return (
    <Link
      to="/admin/reviews"
      search={{ review: next.id }}
      className={buttonClass({ look: "secondary" })}
    >
      Next Review
      <Icon name="chevronRight" size={16} />
    </Link>
  );
}
