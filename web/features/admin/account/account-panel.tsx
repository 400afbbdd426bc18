import { roles } from "../../../../src/identity/roles/roles.rule.ts";
import type { OwnAccount } from "../../../../src/identity/team/team.schema.ts";
import { useOwnAccount } from "../../../app/session/use-may.ts";
import { Button } from "../../../components/button/button.tsx";
import { Notice } from "../../../components/feedback/notice.tsx";
import { Loaded } from "../../../components/loaded/loaded.tsx";
import { Fact, Facts } from "../../../components/panel/facts.tsx";
import { Panel } from "../../../components/panel/panel.tsx";
import { shorten } from "../../../domain/format/texts.tsx";

interface AccountPanelProps {
  onRename: (account: OwnAccount) => void;
}

/** Shows the name and the role of the signed-in administrator. */
export function AccountPanel({ onRename }: AccountPanelProps) {
  const query = useOwnAccount();
  return (
    <Panel
      title="You"
      aside={
        <Button
          size="small"
          disabled={!query.data}
          onClick={() => query.data && onRename(query.data)}
        >
          Change Name
        </Button>
      }
    >
      <Loaded query={query} noun="your profile" skeleton={2}>
        {(account) => (
          <Facts>
            <Fact name="Name">{shorten(account.name)}</Fact>
            <Fact name="Role">{describeRole(account.role)}</Fact>
          </Facts>
        )}
      </Loaded>
    </Panel>
  );
}

function describeRole(role: OwnAccount["role"]): string {
  return `${role[0]!.toUpperCase()}${role.slice(1)}: ${roles[role][0]!.toLowerCase()}${roles[role].slice(1)}`;
}

/** Explains why no other page opens until a second factor is set up. */
export function RequiredNotice() {
  const { data } = useOwnAccount();
  if (!data?.mustSetUpSecondFactor) return null;
  return (
    <Notice tone="warning" title="The team requires two-step sign-in">
      <p>
        Set up an authenticator app or a passkey to continue. Until then, no other page is
        available.
      </p>
    </Notice>
  );
}
