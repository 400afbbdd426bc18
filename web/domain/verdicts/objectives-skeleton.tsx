import { Skeleton } from "../../components/feedback/skeleton.tsx";
import { LoadingRegion } from "../../components/feedback/loading-region.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import styles from "./verdicts.module.css";

/** Shown in place of the Objectives panel while its verdict loads. */
export function ObjectivesSkeleton() {
  return (
    <Panel title="Objectives">
      <LoadingRegion name="Loading the objectives">
        <div className={styles.waiting}>
          <Skeleton shape="block" height="4rem" />
          <div className={styles.groups}>
            <Skeleton shape="block" height="14rem" />
            <Skeleton shape="block" height="14rem" />
          </div>
        </div>
      </LoadingRegion>
    </Panel>
  );
}
