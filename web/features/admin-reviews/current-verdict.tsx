import type { QueuedReview } from "../../../src/business/reviews/review.schema.ts";
import { LoadFailure } from "../../components/feedback/load-failure.tsx";
import { Notice } from "../../components/feedback/notice.tsx";
import { ObjectivesPanel } from "../../verdicts/objectives-panel.tsx";
import { canConfirm, isChanged, standingOf } from "./review-words.ts";
import { usePresentVerdict } from "./use-reviews.ts";

/** Shows the current verdict if records or rules have changed it since the review was opened. */
export function CurrentVerdict({ review }: { review: QueuedReview }) {
  const query = usePresentVerdict(review);
  if (query.isError && !query.data) {
    return (
      <LoadFailure
        text="Failed to load the current verdict."
        onRetry={() => void query.refetch()}
      />
    );
  }
  const present = query.data;
  if (!present || !isChanged(review.verdict, present)) return null;
  const isRefused = review.decision === null && !canConfirm(review.kind, present);
  return (
    <>
      <Notice tone="warning" title="The verdict has changed since the review was opened">
        <p>
          {isRefused
            ? `The verdict is no longer a ${review.kind}, so the review can only be dismissed.`
            : "Compare both before you decide."}
        </p>
      </Notice>
      <ObjectivesPanel
        title="Current verdict"
        verdict={present}
        stage={review.stage}
        standing={standingOf(review)}
      />
    </>
  );
}
