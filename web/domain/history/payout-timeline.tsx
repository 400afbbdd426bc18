import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { useId } from "react";
import type { TimelineEntry } from "../../../src/business/money/payouts/desk.schema.ts";
import { type FlagCode, flagLabels } from "../../../src/business/money/payouts/flags.rule.ts";
import { LoadingRegion } from "../../components/feedback/loading-region.tsx";
import { Skeleton } from "../../components/feedback/skeleton.tsx";
import { Loaded } from "../../components/loaded/loaded.tsx";
import { formatMoment } from "../format/dates.ts";
import { payoutStatusLabels } from "../../../src/business/money/payouts/payout.rule.ts";
import styles from "./payout-timeline.module.css";

interface LoadedTimelineProps {
  query: {
    data?: { timeline: readonly TimelineEntry[] };
    isLoadingError: boolean;
    refetch: () => Promise<unknown>;
  };
  /** See `PayoutTimeline`. */
  traderName?: string;
}

/** Shows the timeline with its heading, or a skeleton while it loads. */
export function LoadedTimeline({ query, traderName }: LoadedTimelineProps) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId}>
      <Typography
        id={headingId}
        variant="h3"
        sx={{ mb: 1.5, pb: 1, borderBottom: "1px solid var(--line-strong)" }}
      >
        Timeline
      </Typography>
      <Loaded query={query} noun="the timeline" skeleton={<TimelineSkeleton />}>
        {({ timeline }) => <PayoutTimeline entries={timeline} traderName={traderName} />}
      </Loaded>
    </section>
  );
}

function TimelineSkeleton() {
  return (
    <LoadingRegion name="Loading the timeline">
      {[0, 1].map((index) => (
        <div key={index} className={styles.entry}>
          <Skeleton width="30%" />
          <Skeleton width="55%" />
        </div>
      ))}
    </LoadingRegion>
  );
}

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
    <Box component="ol" aria-label="Timeline" sx={{ listStyle: "none" }}>
      {entries.map((entry, index) => (
        <li key={index} className={styles.entry} data-tone={toneOf(entry)}>
          <Box component="p" sx={{ fontWeight: 600 }}>
            {titleOf(entry)}
          </Box>
          <Typography variant="body2" sx={{ color: "text.secondary" }}>
            <time dateTime={entry.at.toISOString()}>{formatMoment(entry.at)}</time>
            {` · ${nameOf(entry, traderName)}`}
          </Typography>
          {entry.flags === undefined || entry.flags?.length === 0 ? null : (
            <Typography variant="body2" sx={{ color: "warning.main" }}>
              {entry.flags === null
                ? "The flags could not be read"
                : `Flagged: ${entry.flags.map((code) => flagLabels[code]).join(", ")}`}
            </Typography>
          )}
          {entry.note ? (
            <Box
              component="p"
              sx={{
                mt: 0.75,
                pl: 1.5,
                borderLeft: "2px solid var(--line-strong)",
                overflowWrap: "anywhere",
                whiteSpace: "pre-line",
              }}
            >
              {entry.note}
            </Box>
          ) : null}
        </li>
      ))}
      {last && (last.status === "pending" || last.event === "approved-first") ? (
        <li className={styles.entry} data-tone="open">
          <Box component="p" sx={{ color: "text.secondary" }}>
            {last.event === "approved-first"
              ? "Waiting for a second administrator"
              : "Waiting for a decision"}
          </Box>
        </li>
      ) : null}
    </Box>
  );
}

function titleOf({ event, status }: TimelineEntry): string {
  if (event === "requested") return "Requested";
  if (event === "approved-first") return "Approved by the first of two administrators";
  if (event === "paid") return "Paid";
  if (event === "payment-reversed") return "Payment reversed";
  if (event === "held") return "Held: made after a takeover";
  if (event === "released") return "Released";
  if (event === "appealed") return "Appealed against the rejection";
  if (event === "appeal-granted") return "Appeal granted";
  if (event === "appeal-denied") return "Appeal denied";
  const word = payoutStatusLabels[status];
  return event === "reversed" ? `Reversed to ${word}` : word;
}

/** A reversed payment leaves the request approved, but is bad news. */
function toneOf({ event, status }: TimelineEntry): "good" | "bad" | undefined {
  if (event === "payment-reversed" || event === "held" || status === "rejected") return "bad";
  return status === "approved" ? "good" : undefined;
}

function nameOf({ actor, actorName }: TimelineEntry, traderName: string | undefined): string {
  if (actor === "trader") return traderName ?? actorName ?? "The trader";
  return actorName ?? (actor === "token" ? "An API token" : "An administrator");
}
