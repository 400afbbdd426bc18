import type { AuditEvent } from "../../../src/business/firm/audit-log/audit-event.schema.ts";
import { formatMoment } from "../format/dates.ts";
import { EventRow } from "./event-row.tsx";
import styles from "./events.module.css";

/** A short list of events with date and time. */
export function EventList({ events }: { events: readonly AuditEvent[] }) {
  return (
    <ol className={`${styles.events} ${styles.flush}`}>
      {events.map((event) => (
        <EventRow key={event.id} event={event} formatTime={formatMoment} />
      ))}
    </ol>
  );
}
