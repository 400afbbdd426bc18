import { TableSurface } from "../../table/grid/table-surface.tsx";
import { Loaded } from "../../components/loaded/loaded.tsx";
import { trpc } from "../../trpc.ts";
import { TeamTable } from "./team-table.tsx";
import type { TeamDialogsState } from "./use-team-dialogs.ts";

/** Lists all administrators by name, the revoked ones last. */
export function TeamList({ dialogs }: { dialogs: TeamDialogsState }) {
  const team = trpc.admin.team.list.useQuery();
  return (
    <TableSurface>
      <Loaded query={team} noun="the team" skeleton={4} isInset>
        {(members) => <TeamTable members={members} dialogs={dialogs} />}
      </Loaded>
    </TableSurface>
  );
}
