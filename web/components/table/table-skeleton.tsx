import { Skeleton } from "../feedback/skeleton.tsx";
import { LoadingRegion } from "../feedback/loading-region.tsx";
import styles from "./table-skeleton.module.css";

/** Placeholder lines for a table that is loading. */
export function TableSkeleton({ name, rows }: { name: string; rows: number }) {
  return (
    <LoadingRegion name={name}>
      <div className={styles.lines}>
        {Array.from({ length: rows }, (_, index) => (
          <Skeleton key={index} />
        ))}
      </div>
    </LoadingRegion>
  );
}
