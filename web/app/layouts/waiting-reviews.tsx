import { Link } from "@tanstack/react-router";
import { formatTotal, useWaiting } from "../api-client/use-waiting.ts";
import styles from "./bar.module.css";

/** Links to the reviews that wait for a decision, with their number; renders nothing if there are none. */
export function WaitingReviews() {
  const reviews = useWaiting().data?.reviews;
  if (!reviews || reviews.total === 0) return null;
  return (
    <Link to="/admin/reviews" className={styles.count}>
      {formatTotal(reviews)} to review
    </Link>
  );
}
