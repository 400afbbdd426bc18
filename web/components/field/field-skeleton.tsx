import { Skeleton } from "../feedback/skeleton.tsx";
import styles from "./field.module.css";

export function FieldSkeleton() {
  return (
    <div className={styles.field}>
      <Skeleton width="30%" />
      <Skeleton shape="block" height={40} />
    </div>
  );
}
