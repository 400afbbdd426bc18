import Skeleton from "@mui/material/Skeleton";
import styles from "./field.module.css";

export function FieldSkeleton() {
  return (
    <div className={styles.field}>
      <Skeleton variant="text" width="30%" />
      <Skeleton variant="rounded" height={40} />
    </div>
  );
}
