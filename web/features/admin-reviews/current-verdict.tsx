import type { QueuedReview } from "../../../src/business/judgement/reviews/review.schema.ts";
import type { Verdict } from "../../../src/business/judgement/engine/verdict.schema.ts";
import { LoadFailure } from "../../components/feedback/load-failure.tsx";
import { Notice } from "../../components/feedback/notice.tsx";
import { ObjectivesPanel } from "../../domain/verdicts/objectives-panel.tsx";
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
  return (
    <>
      <Notice tone="warning" title="The verdict has changed since the review was opened">
        <p>{adviceOn(review, present)}</p>
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

function adviceOn({ kind, decision }: QueuedReview, present: Verdict): string {
  if (decision !== null) return "The decision on this review stays.";
  if (canConfirm(kind, present)) return "Compare both before you decide.";
  return `The verdict is no longer a ${kind}, so the review can only be dismissed.`;
}
