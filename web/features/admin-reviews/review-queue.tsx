import type { ReactNode } from "react";
import type { QueuedReview } from "../../../src/business/reviews/review.schema.ts";
import { Button } from "../../components/button/button.tsx";
import { EmptyState } from "../../components/feedback/empty-state.tsx";
import { LoadFailure } from "../../components/feedback/load-failure.tsx";
import { TableSurface } from "../../components/data-table/table-surface.tsx";
import { TableSkeleton } from "../../components/table/table-skeleton.tsx";
import { ReviewRow } from "./review-row.tsx";
import styles from "./reviews.module.css";
import { useReviewPages } from "./use-reviews.ts";

interface ReviewQueueProps {
  /** The review that is open beside the queue. */
  selected: number | undefined;
}

/** What waits for a decision, and below it what was decided. */
export function ReviewQueue({ selected }: ReviewQueueProps) {
  return (
    <div className={styles.queue}>
      <Section
        title="Waiting"
        status="open"
        selected={selected}
        empty={
          <EmptyState
            icon="circleCheck"
            title="Nothing to review"
            text="A first breach or a pass by the rules of a stage appears here."
          />
        }
      />
      <Section title="Decided" status="decided" selected={selected} />
    </div>
  );
}

interface SectionProps extends ReviewQueueProps {
  title: string;
  status: "open" | "decided";
  /** Shown if there are none; without it, the section is left out. */
  empty?: ReactNode;
}

function Section({ title, status, selected, empty }: SectionProps) {
  const query = useReviewPages(status);
  const reviews = query.data?.pages.flatMap(({ rows }) => rows);
  if (reviews?.length === 0 && empty === undefined) return null;
  return (
    <TableSurface title={title}>
      {reviews ? (
        <Rows title={title} reviews={reviews} selected={selected} empty={empty} />
      ) : (
        <div className={styles.waiting}>
          {query.isError ? (
            <LoadFailure text="Failed to load the reviews." onRetry={() => void query.refetch()} />
          ) : (
            <TableSkeleton name={`Loading reviews: ${title}`} rows={3} />
          )}
        </div>
      )}
      {query.hasNextPage ? (
        <footer className={styles.more}>
          <Button
            size="small"
            isPending={query.isFetchingNextPage}
            pendingLabel="Loading..."
            onClick={() => void query.fetchNextPage()}
          >
            Show More
          </Button>
        </footer>
      ) : null}
    </TableSurface>
  );
}

interface RowsProps extends ReviewQueueProps {
  title: string;
  reviews: QueuedReview[];
  empty: ReactNode;
}

function Rows({ title, reviews, selected, empty }: RowsProps) {
  if (reviews.length === 0) return empty;
  return (
    <ul aria-label={title} className={styles.rows}>
      {reviews.map((review) => (
        <ReviewRow key={review.id} review={review} isSelected={review.id === selected} />
      ))}
    </ul>
  );
}
