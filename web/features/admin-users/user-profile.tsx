import type { TraderListItem } from "../../../src/business/traders/trader.schema.ts";
import { IconButton } from "../../components/button/icon-button.tsx";
import { Fact, Facts } from "../../components/panel/facts.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import { MasterPassword } from "./master-password.tsx";
import type { OpenUserDialog } from "./user-dialog.ts";
import { notAssigned, PersonalFacts, RiskFacts, withheld } from "./user-facts.tsx";
import styles from "./user-profile.module.css";
import { Permitted } from "../../app/session/permitted.tsx";

interface UserProfileProps {
  user: TraderListItem;
  onOpen: OpenUserDialog;
}

/** Shows the person, the platform account and the risk limits, as on a trader's page. */
export function UserProfile({ user, onOpen }: UserProfileProps) {
  const { login, server } = user.tradingAccount;
  const edit = (label: string, kind: "edit" | "trading-account" | "risk-metrics") => (
    <Permitted to="traders.write">
      <IconButton icon="edit" hint="Edit" label={label} onClick={() => onOpen(kind, user)} />
    </Permitted>
  );
  return (
    <div className={styles.panels}>
      <Panel title="Personal Information" aside={edit("Edit user", "edit")}>
        <Facts>
          <PersonalFacts user={user} banLabel="Access" />
        </Facts>
      </Panel>
      <div className={styles.column}>
        <Panel title="Trading Platform" aside={edit("Edit trading account", "trading-account")}>
          <Facts>
            <Fact name="Login">{login ?? notAssigned}</Fact>
            <Fact name="Master Password">
              <Permitted to="credentials.use" otherwise={withheld}>
                <MasterPassword key={user.id} userId={user.id} />
              </Permitted>
            </Fact>
            <Fact name="Server">{server ?? notAssigned}</Fact>
          </Facts>
        </Panel>
        <Panel title="Risk Management" aside={edit("Edit risk metrics", "risk-metrics")}>
          <Facts>
            <RiskFacts account={user.tradingAccount} />
          </Facts>
        </Panel>
      </div>
    </div>
  );
}
