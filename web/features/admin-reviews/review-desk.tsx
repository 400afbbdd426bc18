import type { QueuedReview } from "../../../src/business/reviews/review.schema.ts";
import { BackLink } from "../../components/page/back-link.tsx";
import { ReviewDetails } from "./review-details.tsx";
import { ReviewQueue } from "./review-queue.tsx";
import styles from "./reviews.module.css";
import type { Deciding } from "./use-review-dialogs.ts";

interface ReviewDeskProps {
  selected: number | undefined;
  onDecide: (deciding: Deciding) => void;
  onIssueCertificate: (review: QueuedReview) => void;
  onUploadCertificate: (review: QueuedReview) => void;
}

/** Shows the queue next to the open review; on small screens, only one of the two. */
export function ReviewDesk({ selected, ...actions }: ReviewDeskProps) {
  const isOpen = selected !== undefined;
  return (
    <div className={styles.layout} data-open={isOpen ? "" : undefined}>
      <ReviewQueue selected={selected} />
      {isOpen ? (
        <div>
          <div className={styles.back}>
            <BackLink to="/admin/reviews">All reviews</BackLink>
          </div>
          <ReviewDetails id={selected} {...actions} />
        </div>
      ) : (
        <p className={styles.none}>Choose a review to see its case.</p>
      )}
    </div>
  );
}
