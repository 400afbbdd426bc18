import type { OwnAccount } from "../../../src/identity/team/team.schema.ts";
import { roles } from "../../../src/identity/roles/roles.rule.ts";
import { Button } from "../../components/button/button.tsx";
import { LoadFailure } from "../../components/feedback/load-failure.tsx";
import { Fact, Facts } from "../../components/panel/facts.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import { TableSkeleton } from "../../components/table/table-skeleton.tsx";
import { shorten } from "../../format/shorten.ts";
import { trpc } from "../../trpc.ts";

interface AccountPanelProps {
  onRename: (account: OwnAccount) => void;
}

/** The signed-in administrator. */
export function AccountPanel({ onRename }: AccountPanelProps) {
  const { data: account, isError, refetch } = trpc.admin.me.get.useQuery();
  return (
    <Panel
      title="You"
      aside={
        <Button size="small" disabled={!account} onClick={() => account && onRename(account)}>
          Change Name
        </Button>
      }
    >
      {account ? (
        <Facts>
          <Fact name="Name">{shorten(account.name)}</Fact>
          <Fact name="Role">{describeRole(account.role)}</Fact>
        </Facts>
      ) : isError ? (
        <LoadFailure text="Failed to load your account." onRetry={() => void refetch()} />
      ) : (
        <TableSkeleton name="Loading your account" rows={2} />
      )}
    </Panel>
  );
}

function describeRole(role: OwnAccount["role"]): string {
  return `${role[0]!.toUpperCase()}${role.slice(1)}: ${roles[role][0]!.toLowerCase()}${roles[role].slice(1)}`;
}
