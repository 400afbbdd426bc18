import { payoutStatusLabels } from "../format/status-labels.ts";
import type { TimelineEntry } from "../../src/business/payouts/timeline.schema.ts";
import { formatMoment } from "../format/dates.ts";
import styles from "./payout-timeline.module.css";

interface PayoutTimelineProps {
  entries: readonly TimelineEntry[];
  /** Replaces the trader's recorded name, with `You` on the trader's own screens. */
  traderName?: string;
}

/** The history of a payout request, oldest first, and the decision it waits for. */
export function PayoutTimeline({ entries, traderName }: PayoutTimelineProps) {
  const last = entries.at(-1);
  return (
    <ol aria-label="Timeline" className={styles.timeline}>
      {entries.map((entry, index) => (
        <li key={index} className={`${styles.entry} ${styles[entry.status]}`}>
          <p className={styles.what}>{titleOf(entry)}</p>
          <p className={styles.when}>
            <time dateTime={entry.at.toISOString()}>{formatMoment(entry.at)}</time>
            {` · ${nameOf(entry, traderName)}`}
          </p>
          {entry.note ? <p className={styles.note}>{entry.note}</p> : null}
        </li>
      ))}
      {last?.status === "pending" ? (
        <li className={`${styles.entry} ${styles.open}`}>
          <p className={styles.what}>Waiting for a decision</p>
        </li>
      ) : null}
    </ol>
  );
}

function titleOf({ event, status }: TimelineEntry): string {
  if (event === "requested") return "Requested";
  if (event === "paid") return "Paid";
  if (event === "payment-reversed") return "Payment reversed";
  const word = payoutStatusLabels[status];
  return event === "reversed" ? `Reversed to ${word}` : word;
}

function nameOf({ actor, actorName }: TimelineEntry, traderName: string | undefined): string {
  if (actor === "trader") return traderName ?? actorName ?? "The trader";
  return actorName ?? (actor === "token" ? "An API token" : "An administrator");
}
