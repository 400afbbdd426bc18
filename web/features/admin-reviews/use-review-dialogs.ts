import type { QueuedReview } from "../../../src/business/judgement/reviews/review.schema.ts";
import type { ReviewDecision } from "../../../src/business/judgement/verdicts/review-subject.rule.ts";
import { useDialog } from "../../components/dialog/use-dialog.ts";

export interface Deciding {
  review: QueuedReview;
  decision: ReviewDecision;
}

export function useReviewDialogs() {
  const deciding = useDialog<Deciding>();
  return { deciding };
}
