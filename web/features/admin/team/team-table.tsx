import Chip from "@mui/material/Chip";
import type { Member } from "../../../../src/identity/team/team.schema.ts";
import { useOpenDialog } from "../../../app/dialogs.tsx";
import { useMay } from "../../../app/session/use-may.ts";
import { StatusBadge } from "../../../components/badge/status-badge.tsx";
import { Loaded } from "../../../components/loaded/loaded.tsx";
import { type Action, ActionMenu } from "../../../components/menu/action-menu.tsx";
import { NoValue } from "../../../components/panel/facts.tsx";
import { type Column, Lines, Table } from "../../../components/table/table.tsx";
import { formatDay } from "../../../domain/format/dates.ts";
import { Moment } from "../../../domain/format/moment.tsx";
import { shorten } from "../../../domain/format/texts.tsx";
import { TableSurface } from "../../../table/grid/table-surface.tsx";
import { trpc } from "../../../trpc.ts";
import { roleLabels } from "./roles-panel.tsx";
import { teamDialogs } from "./team-dialogs.ts";

/** Lists all administrators by name, the revoked ones last. */
export function TeamList() {
  const team = trpc.admin.team.list.useQuery();
  return (
    <TableSurface>
      <Loaded query={team} noun="the team" skeleton={4} isInset>
        {(members) => <TeamTable members={members} />}
      </Loaded>
    </TableSurface>
  );
}

type OpenDialog = ReturnType<typeof useOpenDialog<typeof teamDialogs>>;

function TeamTable({ members }: { members: readonly Member[] }) {
  const mayManage = useMay("team.manage");
  const open = useOpenDialog(teamDialogs);
  const columns: Column<Member>[] = [
    { title: "Name", cell: (member) => <Name member={member} /> },
    { title: "Role", cell: ({ role }) => roleLabels[role] },
    {
      title: "Last Seen",
      cell: ({ lastSeenAt }) =>
        lastSeenAt ? <Moment at={lastSeenAt} as="ago" /> : <NoValue>Never</NoValue>,
    },
    { title: "Two-Step Sign-In", cell: ({ secondFactors }) => describeFactors(secondFactors) },
    {
      title: "Open Sessions",
      cell: ({ openSessions }) => (openSessions === 0 ? <NoValue>None</NoValue> : openSessions),
    },
    {
      title: "Status",
      cell: ({ revokedAt }) => <StatusBadge status={revokedAt ? "revoked" : "active"} />,
    },
    {
      title: "Actions",
      align: "end",
      cell: (member) => {
        const actions = actionsFor(member, mayManage, open);
        if (actions.length === 0) return null;
        return <ActionMenu label={`Actions for ${shorten(member.name)}`} actions={actions} />;
      },
    },
  ];
  return (
    <Table name="Administrators" columns={columns} rows={members} rowKey={({ id }) => id} isInset />
  );
}

function actionsFor(member: Member, mayManage: boolean, open: OpenDialog): Action[] {
  if (member.revokedAt) return [];
  if (!mayManage) {
    if (!member.isYou) return [];
    return [{ label: "Change Your Name", onSelect: () => open("rename") }];
  }
  const { id } = member;
  return [
    { label: "Edit Name and Role", onSelect: () => open("change", id) },
    { label: "Open Sessions", onSelect: () => open("sessions", id) },
    { label: "Rotate Access Key", onSelect: () => open("rotate", id) },
    ...(member.secondFactors.length > 0 && !member.isYou
      ? [{ label: "Remove Second Factor", onSelect: () => open("remove-factor", id) }]
      : []),
    { label: "Revoke", startsGroup: true, onSelect: () => open("revoke", id) },
  ];
}

const factorLabels = { totp: "App", passkey: "Passkey" };

function describeFactors(factors: Member["secondFactors"]): string {
  return factors.length === 0 ? "Off" : factors.map((factor) => factorLabels[factor]).join(", ");
}

function Name({ member: { name, isYou, createdAt } }: { member: Member }) {
  return (
    <Lines below={`since ${formatDay(createdAt)}`}>
      <strong>{shorten(name)}</strong>
      {isYou ? <Chip size="small" label="You" sx={{ marginInlineStart: 1 }} /> : null}
    </Lines>
  );
}
