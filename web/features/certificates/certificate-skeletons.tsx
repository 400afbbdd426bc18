import { Skeleton } from "../../components/feedback/skeleton.tsx";
import { LoadingRegion } from "../../components/feedback/loading-region.tsx";
import styles from "./certificates.module.css";

export function CertificateSkeletons() {
  return (
    <LoadingRegion name="Loading certificates">
      <div className={styles.cards}>
        {["first", "second", "third"].map((card) => (
          <div key={card} className={styles.surface}>
            <Skeleton width="45%" />
            <Skeleton width="70%" />
          </div>
        ))}
      </div>
    </LoadingRegion>
  );
}
