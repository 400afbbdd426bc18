import { Skeleton } from "../../components/feedback/skeleton.tsx";
import { LoadingRegion } from "../../components/feedback/loading-region.tsx";
import styles from "./events.module.css";

interface EventSkeletonsProps {
  name: string;
  rows: number;
  /** Omits the padding, for a surface with its own, as in `EventList`. */
  isFlush?: boolean;
}

/** Skeletons in the shape of event rows. */
export function EventSkeletons({ name, rows, isFlush = false }: EventSkeletonsProps) {
  return (
    <LoadingRegion name={name}>
      <div className={isFlush ? `${styles.events} ${styles.flush}` : styles.events}>
        {Array.from({ length: rows }, (_, index) => (
          <div key={index} className={`${styles.event} ${styles.row}`}>
            <Skeleton shape="circle" width={28} height={28} />
            <span className={styles.story}>
              <Skeleton width={`${46 + ((index * 17) % 30)}%`} />
              <Skeleton width={`${28 + ((index * 23) % 34)}%`} />
            </span>
            <Skeleton width="3rem" />
          </div>
        ))}
      </div>
    </LoadingRegion>
  );
}
