import { Skeleton } from "../../components/feedback/skeleton.tsx";
import { useId } from "react";
import type { TimelineEntry } from "../../../src/business/money/payouts/desk.schema.ts";
import { LoadingRegion } from "../../components/feedback/loading-region.tsx";
import { Loaded } from "../../components/loaded/loaded.tsx";
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

/** Shows the timeline with its heading, or a skeleton while it loads. */
export function LoadedTimeline({ query, traderName }: LoadedTimelineProps) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className={styles.section}>
      <h3 id={headingId}>Timeline</h3>
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
