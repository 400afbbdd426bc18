import { Link } from "@tanstack/react-router";
import { useId } from "react";
import { LoadFailure } from "../../components/feedback/load-failure.tsx";
import { EventList } from "../../history/event-list.tsx";
import { EventSkeletons } from "../../history/event-skeletons.tsx";
import { trpc } from "../../trpc.ts";
import styles from "./details.module.css";

const SHOWN = 5;

/** The latest events by or about a trader. */
export function UserHistory({ userId }: { userId: number }) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className={styles.section}>
      <header>
        <h3 id={headingId}>History</h3>
        <Link to="/admin/audit" search={{ traderId: String(userId) }}>
          Full History
        </Link>
      </header>
      <LatestEvents userId={userId} />
    </section>
  );
}

function LatestEvents({ userId }: { userId: number }) {
  const query = trpc.admin.audit.page.useQuery(
    { traderId: userId, limit: SHOWN },
    { refetchOnMount: "always" },
  );
  if (query.data?.rows.length === 0) return <p className={styles.nothing}>Nothing yet</p>;
  if (query.data) return <EventList events={query.data.rows} />;
  if (query.isError) {
    return <LoadFailure text="Failed to load the history." onRetry={() => void query.refetch()} />;
  }
  return <EventSkeletons name="Loading the history" rows={3} isInset />;
}
