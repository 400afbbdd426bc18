import type { AuditEvent } from "../../../src/business/firm/audit-log/audit-event.schema.ts";
import { formatDayHeading, formatTime } from "../format/dates.ts";
import { EventRow } from "./event-row.tsx";
import styles from "./events.module.css";

/**
 * Groups events by day, in the viewer's time zone.
 * @param events newest first
 */
export function EventDays({ events }: { events: readonly AuditEvent[] }) {
  const days = Map.groupBy(events, ({ at }) => formatDayHeading(at));
  return [...days].map(([day, ofDay]) => (
    <section key={day} aria-label={day} className={styles.day}>
      <h2>{day}</h2>
      <ol className={styles.events}>
        {ofDay.map((event) => (
          <EventRow key={event.id} event={event} formatTime={formatTime} />
        ))}
      </ol>
    </section>
  ));
}
