import Box from "@mui/material/Box";
import type { TraderListItem } from "../../../../src/business/traders/trader.schema.ts";
import { useOpenDialog } from "../../../app/dialogs.tsx";
import { Permitted } from "../../../app/session/permitted.tsx";
import { IconButton } from "../../../components/button/icon-button.tsx";
import { Facts } from "../../../components/panel/facts.tsx";
import { Panel } from "../../../components/panel/panel.tsx";
import { MasterPassword } from "./master-password.tsx";
import { userDialogs } from "./user-dialogs.tsx";
import { PersonalFacts, PlatformFacts, RiskFacts, RulesNote } from "./user-facts.tsx";

/** Shows the platform account, the risk limits and the person, as on a user's page. */
export function UserProfile({ user }: { user: TraderListItem }) {
  const open = useOpenDialog(userDialogs);
  const edit = (label: string, kind: "edit" | "trading-account" | "risk-metrics") => (
    <Permitted to="traders.write">
      <IconButton icon="edit" hint="Edit" label={label} onClick={() => open(kind, user.id)} />
    </Permitted>
  );
  return (
    <Box
      sx={{
        display: "grid",
        gridTemplateColumns: "repeat(auto-fit, minmax(min(100%, 22rem), 1fr))",
        alignItems: "start",
        gap: 2.5,
      }}
    >
      <Panel title="Trading Platform" aside={edit("Edit trading account", "trading-account")}>
        <Facts>
          <PlatformFacts account={user.tradingAccount}>
            <MasterPassword key={user.id} userId={user.id} />
          </PlatformFacts>
        </Facts>
      </Panel>
      <Panel title="Risk Management" aside={edit("Edit risk metrics", "risk-metrics")}>
        <Facts>
          <RiskFacts account={user.tradingAccount} />
        </Facts>
        <RulesNote userId={user.id} />
      </Panel>
      <Panel title="Personal Information" aside={edit("Edit user", "edit")}>
        <Facts>
          <PersonalFacts user={user} banLabel="Access" />
        </Facts>
      </Panel>
    </Box>
  );
}
