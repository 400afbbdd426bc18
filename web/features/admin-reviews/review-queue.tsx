import type { ReactNode } from "react";
import { EmptyState } from "../../components/feedback/empty-state.tsx";
import { LoadedPages } from "../../components/loaded/loaded-pages.tsx";
import { TableSurface } from "../../components/data-table/table-surface.tsx";
import { ReviewRow } from "./review-row.tsx";
import styles from "./reviews.module.css";
import { useReviewPages } from "./use-reviews.ts";

interface ReviewQueueProps {
  /** The review that is open next to the queue. */
  selected: number | undefined;
}

/** Lists the reviews that wait for a decision, followed by the decided ones. */
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
            text="A first breach or a pass under a stage's rules appears here."
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
  /** Shown if there are no reviews; without it, the section is left out. */
  empty?: ReactNode;
}

function Section({ title, status, selected, empty }: SectionProps) {
  const query = useReviewPages(status);
  if (query.data?.pages[0]?.rows.length === 0 && empty === undefined) return null;
  return (
    <TableSurface title={title}>
      <LoadedPages query={query} noun="reviews" skeleton={3} isInset empty={empty}>
        {(reviews) => (
          <ul aria-label={title} className={styles.rows}>
            {reviews.map((review) => (
              <ReviewRow key={review.id} review={review} isSelected={review.id === selected} />
            ))}
          </ul>
        )}
      </LoadedPages>
    </TableSurface>
  );
}
