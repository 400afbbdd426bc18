import type { AccountStatus } from "../../../src/business/traders/accounts/account.rule.ts";
import type { Overview } from "../../../src/business/firm/overview/overview.schema.ts";
import { LinkButton } from "../../components/button/button.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import { accountStatusLabels } from "../../domain/format/status-labels.ts";
import { Breakdown } from "./breakdown.tsx";
import { Figure } from "./figure.tsx";

const statuses = Object.keys(accountStatusLabels) as AccountStatus[];

export function UserAccounts({ users }: { users: Overview["users"] | undefined }) {
  return (
    <Panel
      title="User Accounts"
      aside={
        <LinkButton to="/admin/users" size="small">
          Manage Users
        </LinkButton>
      }
    >
      <Breakdown
        parts={statuses.map((status) => ({
          status,
          weight: users?.byStatus[status] ?? 0,
          figure: <Figure value={users?.byStatus[status]} />,
        }))}
      />
    </Panel>
  );
}
