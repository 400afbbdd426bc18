import { lazy, Suspense } from "react";
import type { QueuedReview } from "../../../src/business/reviews/review.schema.ts";
import { loadReviewDialog, type useReviewDialogs } from "./use-review-dialogs.ts";

const DecideReviewDialog = lazy(() =>
  loadReviewDialog().then((m) => ({ default: m.DecideReviewDialog })),
);

interface LazyReviewDialogsProps {
  dialogs: ReturnType<typeof useReviewDialogs>;
  onIssueCertificate: (review: QueuedReview) => void;
}

/** Renders the dialog, whose code is loaded on demand. */
export function LazyReviewDialogs({ dialogs, onIssueCertificate }: LazyReviewDialogsProps) {
  const { deciding } = dialogs;
  if (!deciding.subject) return null;
  return (
    <Suspense fallback={null}>
      <DecideReviewDialog
        key={deciding.key}
        deciding={deciding.subject}
        isOpen={deciding.isOpen}
        onClose={deciding.close}
        onIssueCertificate={onIssueCertificate}
      />
    </Suspense>
  );
}
