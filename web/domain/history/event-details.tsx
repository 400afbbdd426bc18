import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { AuditEvent } from "../../../src/business/firm/audit-log/audit-event.schema.ts";
import { formatExactMoment } from "../format/dates.ts";
import { describeChanges } from "./event-changes.ts";
import styles from "./events.module.css";

const actorKinds: Record<AuditEvent["actor"], string> = {
  trader: "Trader",
  administrator: "Administrator",
  token: "API token",
  visitor: "Visitor, not signed in",
  system: "System",
};

/** Shows everything that was recorded about an event. */
export function EventDetails({ event }: { event: AuditEvent }) {
  const { traderId, traderName, payoutId, reason, actor, actorName, actorId } = event;
  const who = [actorName, actorId === null ? undefined : `#${actorId}`].filter(Boolean).join(" ");
  return (
    <>
      {reason ? <blockquote className={styles.reason}>{reason}</blockquote> : null}
      <Changes event={event} />
      <dl className={styles.facts}>
        <Fact name="When">{formatExactMoment(event.at)}</Fact>
        <Fact name="Who">{who ? `${who} (${actorKinds[actor]})` : actorKinds[actor]}</Fact>
        {traderId === null ? null : (
          <Fact name="Trader">
            <Link to="/admin/audit" search={{ traderId: String(traderId) }}>
              {`${traderName ?? ""} #${traderId}`.trim()}
            </Link>
          </Fact>
        )}
        {payoutId === null ? null : (
          <Fact name="Payout Request">
            <Link to="/admin/audit" search={{ payoutId: String(payoutId) }}>
              {`#${payoutId}`}
            </Link>
          </Fact>
        )}
        {event.address ? <Fact name="Address">{event.address}</Fact> : null}
        {event.requestId ? <Fact name="Request ID">{event.requestId}</Fact> : null}
        <Fact name="Event">{`#${event.id}`}</Fact>
      </dl>
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Changes({ event }: { event: AuditEvent }) {
  const changes = describeChanges(event);
  if (changes.length === 0) return null;
  return (
    <table className={styles.changes}>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ name, isSecret, from, to }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {isSecret ? (
              <td colSpan={2}>Changed; the value is not recorded</td>
            ) : (
              <>
                <td>{from ?? "—"}</td>
                <td>{to ?? "—"}</td>
              </>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
