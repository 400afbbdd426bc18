import { createFileRoute } from "@tanstack/react-router";
import { Icon } from "../../components/icon/icon.tsx";
import { PageHeader } from "../../components/page/page-header.tsx";
import { Stack } from "../../components/page/stack.tsx";
import { LazyTeamDialogs } from "../../features/admin-team/lazy-team-dialogs.tsx";
import { RolesPanel } from "../../features/admin-team/roles-panel.tsx";
import { TeamList } from "../../features/admin-team/team-list.tsx";
import { useTeamDialogs } from "../../features/admin-team/use-team-dialogs.ts";
import { PermittedButton } from "../../app/session/permitted-button.tsx";

export const Route = createFileRoute("/admin/team")({
  component: Team,
  staticData: { title: "Team" },
});

function Team() {
  const dialogs = useTeamDialogs();
  return (
    <>
      <PageHeader
        title="Team"
        subtitle="The administrators, each with their own key and role"
        aside={
          <PermittedButton
            ability="team.manage"
            look="primary"
            onClick={() => dialogs.add.open(null)}
          >
            <Icon name="plus" size={16} />
            Add Administrator
          </PermittedButton>
        }
      />
      <Stack>
        <TeamList dialogs={dialogs} />
        <RolesPanel />
      </Stack>
      <LazyTeamDialogs {...dialogs} />
    </>
  );
}
