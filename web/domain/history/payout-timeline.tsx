import { payoutStatusLabels } from "../format/status-labels.ts";
import { type FlagCode, flagLabels } from "../../../src/business/money/payouts/flags.rule.ts";
import type { TimelineEntry } from "../../../src/business/money/payouts/desk.schema.ts";
import { formatMoment } from "../format/dates.ts";
import styles from "./payout-timeline.module.css";

/** Only the timelines of administrators contain flags. */
type ShownEntry = TimelineEntry & { flags?: readonly FlagCode[] | null };

interface PayoutTimelineProps {
  entries: readonly ShownEntry[];
  /** Replaces the trader's recorded name, for example with `You` on the trader's own screens. */
  traderName?: string;
}

/** Shows the history of a payout request, oldest first, and the decision that is still to be made. */
export function PayoutTimeline({ entries, traderName }: PayoutTimelineProps) {
  const last = entries.at(-1);
  return (
    <ol aria-label="Timeline" className={styles.timeline}>
      {entries.map((entry, index) => (
        <li key={index} className={`${styles.entry} ${toneOf(entry)}`}>
          <p className={styles.what}>{titleOf(entry)}</p>
          <p className={styles.when}>
            <time dateTime={entry.at.toISOString()}>{formatMoment(entry.at)}</time>
            {` · ${nameOf(entry, traderName)}`}
          </p>
          {entry.flags && entry.flags.length > 0 ? (
            <p className={styles.flags}>
              {`Flagged: ${entry.flags.map((code) => flagLabels[code]).join(", ")}`}
            </p>
          ) : null}
          {entry.flags === null ? (
            <p className={styles.flags}>The flags could not be read</p>
          ) : null}
          {entry.note ? <p className={styles.note}>{entry.note}</p> : null}
        </li>
      ))}
      {last && (last.status === "pending" || last.event === "approved-first") ? (
        <li className={`${styles.entry} ${styles.open}`}>
          <p className={styles.what}>
            {last.event === "approved-first"
              ? "Waiting for a second administrator"
              : "Waiting for a decision"}
          </p>
        </li>
      ) : null}
    </ol>
  );
}

function titleOf({ event, status }: TimelineEntry): string {
  if (event === "requested") return "Requested";
  if (event === "approved-first") return "Approved by the first of two administrators";
  if (event === "paid") return "Paid";
  if (event === "payment-reversed") return "Payment reversed";
  if (event === "appealed") return "Appealed against the rejection";
  if (event === "appeal-granted") return "Appeal granted";
  if (event === "appeal-denied") return "Appeal denied";
  const word = payoutStatusLabels[status];
  return event === "reversed" ? `Reversed to ${word}` : word;
}

/** A reversed payment leaves the request approved, but is bad news. */
function toneOf({ event, status }: TimelineEntry): string | undefined {
  return event === "payment-reversed" ? styles.failed : styles[status];
}

function nameOf({ actor, actorName }: TimelineEntry, traderName: string | undefined): string {
  if (actor === "trader") return traderName ?? actorName ?? "The trader";
  return actorName ?? (actor === "token" ? "An API token" : "An administrator");
}
