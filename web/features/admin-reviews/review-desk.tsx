import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, type ReactNode } from "react";
import type { QueuedReview } from "../../../src/business/judgement/reviews/review.schema.ts";
import { BackLink } from "../../components/page/back-link.tsx";
import { ReviewDetails } from "./review-details.tsx";
import { ReviewQueue } from "./review-queue.tsx";
import styles from "./reviews.module.css";
import type { Deciding } from "./lazy-review-dialogs.tsx";
import { useReviewPages } from "./use-reviews.ts";

interface ReviewDeskProps {
  selected: number | undefined;
  /** Renders the chart of a review's stage. */
  chart: (review: QueuedReview) => ReactNode;
  onDecide: (deciding: Deciding) => void;
  onIssueCertificate: (review: QueuedReview) => void;
  onUploadCertificate: (review: QueuedReview) => void;
}

/** Shows the queue next to the open review; on small screens, only one of the two. */
export function ReviewDesk({ selected, ...parts }: ReviewDeskProps) {
  const { pane, isQueueEmpty } = useOpenReview(selected);
  const isOpen = selected !== undefined;
  return (
    <div className={styles.layout} data-open={isOpen ? "" : undefined}>
      <ReviewQueue />
      {isOpen ? (
        <section ref={pane} tabIndex={-1} aria-label="Case" className={styles.case}>
          <div className={styles.back}>
            <BackLink to="/admin/reviews">All reviews</BackLink>
          </div>
          <ReviewDetails id={selected} {...parts} />
        </section>
      ) : isQueueEmpty ? (
        <p className={styles.none}>Choose a review to see its case.</p>
      ) : null}
    </div>
  );
}

/**
 * On wide screens, opens the review that has waited longest if the address names none. Moves the focus to a case that
 * the user has opened, because on small screens the case replaces the queue.
 */
function useOpenReview(selected: number | undefined) {
  const navigate = useNavigate();
  const waiting = useReviewPages("open");
  const pane = useRef<HTMLElement>(null);
  const openedAlone = useRef(selected);
  const oldest = waiting.isFetching ? undefined : waiting.data?.pages[0]?.rows[0]?.id;

  // Before the effect that opens a review, so that it compares with what that has opened earlier.
  useEffect(() => {
    if (selected === openedAlone.current) return;
    openedAlone.current = undefined;
    pane.current?.focus({ preventScroll: true });
  }, [selected]);

  useEffect(() => {
    const isWide = window.matchMedia("(width >= 1024px)").matches;
    if (selected !== undefined || oldest === undefined || !isWide) return;
    openedAlone.current = oldest;
    void navigate({ to: "/admin/reviews", search: { review: oldest }, replace: true });
  }, [selected, oldest, navigate]);

  return { pane, isQueueEmpty: waiting.isSuccess && oldest === undefined };
}
