import { Link } from "@tanstack/react-router";
import { staleTimes } from "../api-client/query-client.ts";
import { trpc } from "../trpc.ts";
import styles from "./bar.module.css";

/** `3`, or `99+`; `undefined` if nothing waits, or if it is not known yet. */
export function useWaitingReviews(): string | undefined {
  const { data } = trpc.admin.reviews.count.useQuery(undefined, {
    staleTime: staleTimes.adminPages,
    refetchInterval: staleTimes.adminPages,
  });
  if (!data || data.total === 0) return undefined;
  return `${data.total}${data.exceedsTotal ? "+" : ""}`;
}

/** The number of reviews that wait for a decision, as a link to them; nothing if there are none. */
export function WaitingReviews() {
  const waiting = useWaitingReviews();
  if (waiting === undefined) return null;
  return (
    <Link to="/admin/reviews" className={styles.count}>
      {waiting} to review
    </Link>
  );
}
