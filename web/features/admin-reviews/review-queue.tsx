import type { KeyboardEvent, ReactNode } from "react";
import { EmptyState } from "../../components/feedback/empty-state.tsx";
import { LoadedPages } from "../../components/loaded/loaded-pages.tsx";
import { TableSurface } from "../../table/grid/table-surface.tsx";
import styles from "./reviews.module.css";
import { useReviewPages } from "./use-reviews.ts";
import { Link } from "@tanstack/react-router";
import type { QueuedReview } from "../../../src/business/judgement/reviews/review.schema.ts";
import { Badge } from "../../components/badge/badge.tsx";
import { formatMoment } from "../../domain/format/dates.ts";
import { displayName } from "../../domain/format/display-name.ts";
import { shorten } from "../../domain/format/shorten.ts";
import { gradeWords } from "../../domain/verdicts/verdict-words.ts";
import { reviewedAt, reviewStatus, reviewSubjects } from "./review-words.ts";

/** Lists the reviews that wait for a decision, followed by the decided ones. Arrow keys move between them. */
export function ReviewQueue() {
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the rows take the focus
    <div className={styles.queue} onKeyDown={moveWithArrows}>
      <Section
        title="Waiting"
        status="open"
        empty={
          <EmptyState
            icon="circleCheck"
            title="Nothing to review"
            text="A first breach or a pass under a stage's rules appears here."
          />
        }
      />
      <Section title="Decided" status="decided" />
    </div>
  );
}

function moveWithArrows(event: KeyboardEvent<HTMLElement>) {
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>("li > a")];
  const at = rows.findIndex((row) => row === event.target);
  const targets: Record<string, HTMLElement | undefined> = {
    ArrowDown: rows[at + 1],
    ArrowUp: rows[at - 1],
    Home: rows[0],
    End: rows.at(-1),
  };
  const target = at === -1 ? undefined : targets[event.key];
  if (!target) return;
  event.preventDefault();
  target.focus();
}

interface SectionProps {
  title: string;
  status: "open" | "decided";
  /** Shown if there are no reviews; without it, the section is left out. */
  empty?: ReactNode;
}

function Section({ title, status, empty }: SectionProps) {
  const query = useReviewPages(status);
  if (query.data?.pages[0]?.rows.length === 0 && empty === undefined) return null;
  return (
    <TableSurface title={title}>
      <LoadedPages query={query} noun="reviews" skeleton={3} isInset empty={empty}>
        {(reviews) => (
          <ul aria-label={title} className={styles.rows}>
            {reviews.map((review) => (
              <ReviewRow key={review.id} review={review} />
            ))}
          </ul>
        )}
      </LoadedPages>
    </TableSurface>
  );
}

/** A review in the queue. The whole row is a link that opens it; the router marks that of the open one as current. */
export function ReviewRow({ review }: { review: QueuedReview }) {
  const { trader, stage, verdict } = review;
  const { word, tone } = reviewStatus(review);
  const at = reviewedAt(review);
  return (
    <li>
      <Link to="/admin/reviews" search={{ review: review.id }} className={styles.row}>
        <span className={styles.line}>
          <strong>{shorten(displayName(trader))}</strong>
          <Badge tone={tone}>{word}</Badge>
        </span>
        {reviewSubjects(review).map((subject) => (
          <span key={subject} className={styles.subject}>
            {subject}
          </span>
        ))}
        <span className={styles.facts}>
          <span>{shorten(stage.phase)}</span>
          <time dateTime={at.toISOString()}>{formatMoment(at)}</time>
          <span>{gradeWords[verdict.grade]}</span>
        </span>
      </Link>
    </li>
  );
}
