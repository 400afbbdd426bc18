import { Link } from "@tanstack/react-router";
import { useId, useState } from "react";
import { TextButton } from "../../components/button/text-button.tsx";
import { Loaded } from "../../components/loaded/loaded.tsx";
import { EventList } from "../../domain/history/event-list.tsx";
import { EventSkeletons } from "../../domain/history/event-skeletons.tsx";
import { trpc } from "../../trpc.ts";
import styles from "./details.module.css";

const SHOWN = 5;

/** Shows the latest audit events by or about a trader, on demand, because they repeat the values above. */
export function UserHistory({ userId }: { userId: number }) {
  const headingId = useId();
  const [isShown, setShown] = useState(false);
  return (
    <section aria-labelledby={headingId} className={styles.section}>
      <header>
        <h3 id={headingId}>History</h3>
        <Link to="/admin/audit" search={{ traderId: String(userId) }}>
          Full History
        </Link>
      </header>
      {isShown ? (
        <LatestEvents userId={userId} />
      ) : (
        <p className={styles.latest}>
          <TextButton onClick={() => setShown(true)}>Show Latest Events</TextButton>
        </p>
      )}
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
