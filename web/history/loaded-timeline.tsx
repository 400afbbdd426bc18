import Skeleton from "@mui/material/Skeleton";
import { useId } from "react";
import type { TimelineEntry } from "../../src/business/payouts/timeline.schema.ts";
import { LoadFailure } from "../components/feedback/load-failure.tsx";
import { LoadingRegion } from "../components/feedback/loading-region.tsx";
import { PayoutTimeline } from "./payout-timeline.tsx";
import styles from "./payout-timeline.module.css";

interface LoadedTimelineProps {
  query: {
    data?: { timeline: readonly TimelineEntry[] };
    isError: boolean;
    refetch: () => Promise<unknown>;
  };
  /** See `PayoutTimeline`. */
  traderName?: string;
}

/** The timeline with its heading, or a skeleton while it loads. */
export function LoadedTimeline({ query, traderName }: LoadedTimelineProps) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className={styles.section}>
      <h3 id={headingId}>Timeline</h3>
      <TimelineState query={query} traderName={traderName} />
    </section>
  );
}

function TimelineState({ query, traderName }: LoadedTimelineProps) {
  if (query.data) {
    return <PayoutTimeline entries={query.data.timeline} traderName={traderName} />;
  }
  if (query.isError) {
    return <LoadFailure text="Failed to load the timeline." onRetry={() => void query.refetch()} />;
  }
  return (
    <LoadingRegion name="Loading the timeline">
      {[0, 1].map((index) => (
        <div key={index} className={styles.entry}>
          <Skeleton variant="text" width="30%" />
          <Skeleton variant="text" width="55%" />
        </div>
      ))}
    </LoadingRegion>
  );
}
