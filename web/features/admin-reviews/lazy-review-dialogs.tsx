import type { QueuedReview } from "../../../src/business/judgement/reviews/review.schema.ts";
import { Opened } from "../../components/dialog/opened.tsx";
import { lazyComponent } from "../../components/lazy/lazy-component.tsx";
import type { ReviewDecision } from "../../../src/business/judgement/verdicts/review-subject.rule.ts";
import { useDialog } from "../../components/dialog/use-dialog.ts";

const DecideReviewDialog = lazyComponent(() =>
  import("./decide-review-dialog.tsx").then((m) => m.DecideReviewDialog),
);

interface LazyReviewDialogsProps {
  dialogs: ReturnType<typeof useReviewDialogs>;
  onIssueCertificate: (review: QueuedReview) => void;
}

/** Renders the dialog, whose code loads when it opens. */
export function LazyReviewDialogs({ dialogs, onIssueCertificate }: LazyReviewDialogsProps) {
  return (
    <Opened dialog={dialogs.deciding}>
      {(frame, deciding) => (
        <DecideReviewDialog
          {...frame}
          deciding={deciding}
          onIssueCertificate={onIssueCertificate}
        />
      )}
    </Opened>
  );
}

export interface Deciding {
  review: QueuedReview;
  decision: ReviewDecision;
}

export function useReviewDialogs() {
  const deciding = useDialog<Deciding>();
  return { deciding };
}
