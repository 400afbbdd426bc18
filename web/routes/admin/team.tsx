import { createFileRoute } from "@tanstack/react-router";
import type { MemberWithKey } from "../../../src/identity/team/team.schema.ts";
import { Dialogs, type DialogSearch, useOpenDialog } from "../../app/dialogs.tsx";
import { Opened } from "../../components/dialog/opened.tsx";
import { useDialog } from "../../components/dialog/use-dialog.ts";
import { lazyComponent } from "../../components/lazy/lazy-component.tsx";
import { Icon } from "../../components/icon/icon.tsx";
import { PageHeader } from "../../components/page/page-header.tsx";
import { Stack } from "../../components/page/stack.tsx";
import { RolesPanel } from "../../features/admin/team/roles-panel.tsx";
import { teamDialogs } from "../../features/admin/team/team-dialogs.ts";
import { TeamList } from "../../features/admin/team/team-table.tsx";
import { PermittedButton } from "../../app/session/permitted.tsx";

const NewKeyDialog = lazyComponent(() =>
  import("../../features/admin/team/member-dialogs.tsx").then((m) => m.NewKeyDialog),
);

export const Route = createFileRoute("/admin/team")({
  validateSearch: (raw: Record<string, unknown>): DialogSearch<typeof teamDialogs> => raw,
  component: Team,
  staticData: { title: "Team" },
});

function Team() {
  const open = useOpenDialog(teamDialogs);
  // A key that is shown once has no address.
  const newKey = useDialog<MemberWithKey>();
  return (
    <>
      <PageHeader
        title="Team"
        subtitle="The administrators, each with their own key and role"
        aside={
          <PermittedButton ability="team.manage" look="primary" onClick={() => open("add")}>
            <Icon name="plus" size={16} />
            Add Administrator
          </PermittedButton>
        }
      />
      <Stack>
        <TeamList />
        <RolesPanel />
      </Stack>
      <Dialogs of={teamDialogs} with={{ onKey: newKey.open }} />
      <Opened dialog={newKey}>
        {(frame, member) => <NewKeyDialog {...frame} member={member} />}
      </Opened>
    </>
  );
}
