import { Link } from "@tanstack/react-router";
import type { QueuedReview } from "../../../src/business/judgement/reviews/review.schema.ts";
import { Badge } from "../../components/badge/badge.tsx";
import { formatMoment } from "../../domain/format/dates.ts";
import { displayName } from "../../domain/format/display-name.ts";
import { shorten } from "../../domain/format/shorten.ts";
import { gradeWords } from "../../domain/verdicts/verdict-words.ts";
import { reviewedAt, reviewStatus, reviewSubjects } from "./review-words.ts";
import styles from "./reviews.module.css";

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
