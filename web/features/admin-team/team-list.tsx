import type { ReactNode } from "react";
import { TableSurface } from "../../components/data-table/table-surface.tsx";
import { LoadFailure } from "../../components/feedback/load-failure.tsx";
import { TableSkeleton } from "../../components/table/table-skeleton.tsx";
import { trpc } from "../../trpc.ts";
import { TeamTable } from "./team-table.tsx";
import styles from "./team.module.css";
import type { TeamDialogsState } from "./use-team-dialogs.ts";

/** All administrators by name, the revoked ones last. */
export function TeamList({ dialogs }: { dialogs: TeamDialogsState }) {
  const team = trpc.admin.team.list.useQuery();
  return <TableSurface>{rows()}</TableSurface>;

  function rows(): ReactNode {
    if (team.isPending) {
      return (
        <div className={styles.waiting}>
          <TableSkeleton name="Loading the team" rows={4} />
        </div>
      );
    }
    if (!team.data) {
      return (
        <div className={styles.waiting}>
          <LoadFailure text="Failed to load the team." onRetry={() => void team.refetch()} />
        </div>
      );
    }
    return <TeamTable members={team.data} dialogs={dialogs} />;
  }
}
