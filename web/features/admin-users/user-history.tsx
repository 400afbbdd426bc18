import { Link } from "@tanstack/react-router";
import { useId } from "react";
import { Loaded } from "../../components/loaded/loaded.tsx";
import { EventList } from "../../history/event-list.tsx";
import { EventSkeletons } from "../../history/event-skeletons.tsx";
import { trpc } from "../../trpc.ts";
import styles from "./details.module.css";

const SHOWN = 5;

/** Shows the latest audit events by or about a trader. */
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
  return (
    <Loaded
      query={query}
      noun="the history"
      skeleton={<EventSkeletons name="Loading the history" rows={3} isFlush />}
    >
      {({ rows }) =>
        rows.length > 0 ? (
          <EventList events={rows} />
        ) : (
          <p className={styles.nothing}>Nothing yet</p>
        )
      }
    </Loaded>
  );
}
