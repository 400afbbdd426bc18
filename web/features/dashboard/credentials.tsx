import { useState } from "react";
import type { TradingAccount } from "../../../src/business/traders/accounts/account.schema.ts";
import { Button } from "../../components/button/button.tsx";
import { Notice } from "../../components/feedback/notice.tsx";
import { Fact, Facts } from "../../components/panel/facts.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import styles from "./dashboard.module.css";
import { LastView } from "./last-view.tsx";

const notAssigned = "Not assigned yet";

/** Shows the credentials with which the trader signs in to the trading platform. */
export function Credentials({ account }: { account: TradingAccount }) {
  const [isShown, setShown] = useState(false);
  const { login, masterPassword, server } = account;
  return (
    <Panel title="Trading Platform">
      <Facts>
        <Fact name="Login ID">{login ?? notAssigned}</Fact>
        <Fact name="Master Password">
          {masterPassword === null ? (
            notAssigned
          ) : (
            <span className={styles.secret}>
              <span role="img" aria-label="Hidden">
                ••••••••
              </span>
              <Button size="small" onClick={() => setShown((shown) => !shown)}>
                {isShown ? "Hide Password" : "Show Password"}
              </Button>
            </span>
          )}
        </Fact>
        <Fact name="Server">{server ?? notAssigned}</Fact>
      </Facts>
      {masterPassword === null ? null : <LastView />}
      {isShown && masterPassword !== null ? (
        <div className={styles.notice}>
          <Notice tone="info" title="Your master password">
            <p className={styles.revealed}>{masterPassword}</p>
          </Notice>
        </div>
      ) : null}
    </Panel>
  );
}
