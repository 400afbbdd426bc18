import { useId, useState } from "react";
import type { AuditEvent } from "../../../src/business/firm/audit-log/audit-event.schema.ts";
import { Clamped } from "../../components/clamped/clamped.tsx";
import { Icon } from "../../components/icon/icon.tsx";
import { shorten } from "../format/shorten.ts";
import { summarizeEvent } from "./event-changes.ts";
import { EventDetails } from "./event-details.tsx";
import { eventStyles } from "./event-styles.ts";
import { describeEvent } from "./event-sentence.ts";
import styles from "./events.module.css";

interface EventRowProps {
  event: AuditEvent;
  formatTime: (at: Date) => string;
}

/** Shows an event as a sentence that expands to its details. */
export function EventRow({ event, formatTime }: EventRowProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const { actor, action, target, request } = describeEvent(event);
  const { icon, tone } = eventStyles[event.action];
  const summary = summarizeEvent(event);
  return (
    <li className={styles.event}>
      <button
        type="button"
        className={styles.row}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen((present) => !present)}
      >
        <span className={`${styles.icon} ${styles[tone]}`}>
          <Icon name={icon} size={16} />
        </span>
        <span className={styles.story}>
          <Clamped lines="three">
            {actor ? <strong>{actor} </strong> : null}
            {action}
            {target ? <strong> {target}</strong> : null}
            {request ? `, ${request}` : null}
          </Clamped>
          {summary ? <span className={styles.summary}>{shorten(summary)}</span> : null}
        </span>
        <time dateTime={event.at.toISOString()} className={styles.time}>
          {formatTime(event.at)}
        </time>
        <span className={styles.chevron}>
          <Icon name="chevronDown" size={16} />
        </span>
      </button>
      {isOpen ? (
        <div id={id} className={styles.details}>
          <EventDetails event={event} />
        </div>
      ) : null}
    </li>
  );
}
