import type { QueuedReview } from "../../../src/business/reviews/review.schema.ts";
import type { ReviewDecision } from "../../../src/business/verdicts/review-subject.rule.ts";
import { useDialog } from "../../components/dialog/use-dialog.ts";
import { usePreload } from "../../document/use-preload.ts";

export interface Deciding {
  review: QueuedReview;
  decision: ReviewDecision;
}

export const loadReviewDialog = () => import("./decide-review-dialog.tsx");

export function useReviewDialogs() {
  const deciding = useDialog<Deciding>();
  // Preloaded, so that the first dialog opens without a delay.
  usePreload(loadReviewDialog);
  return { deciding };
}
