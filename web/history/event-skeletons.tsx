import Skeleton from "@mui/material/Skeleton";
import { LoadingRegion } from "../components/feedback/loading-region.tsx";
import styles from "./events.module.css";

/** Rows in the shape of those that come. */
export function EventSkeletons({ name, rows }: { name: string; rows: number }) {
  return (
    <LoadingRegion name={name}>
      <div className={styles.events}>
        {Array.from({ length: rows }, (_, index) => (
          <div key={index} className={`${styles.event} ${styles.row}`}>
            <Skeleton variant="circular" width={28} height={28} />
            <span className={styles.story}>
              <Skeleton variant="text" width={`${46 + ((index * 17) % 30)}%`} />
              <Skeleton variant="text" width={`${28 + ((index * 23) % 34)}%`} />
            </span>
            <Skeleton variant="text" width="3rem" />
          </div>
        ))}
      </div>
    </LoadingRegion>
  );
}
