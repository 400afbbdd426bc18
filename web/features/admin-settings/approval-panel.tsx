import { formatMoney } from "../../../src/platform/money/money.ts";
import type { PayoutSettings } from "../../../src/business/money/payouts/payout.schema.ts";
import { Opened } from "../../components/dialog/opened.tsx";
import { useDialog } from "../../components/dialog/use-dialog.ts";
import { lazyComponent } from "../../components/lazy/lazy-component.tsx";
import { Loaded } from "../../components/loaded/loaded.tsx";
import { Fact, Facts } from "../../components/panel/facts.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import { PermittedButton } from "../../app/session/permitted-button.tsx";
import { ChangedFact } from "./changed-fact.tsx";
import { usePayoutSettings } from "./use-payout-settings.ts";
import styles from "./settings.module.css";

const ApprovalDialog = lazyComponent(() =>
  import("./approval-dialog.tsx").then((m) => m.ApprovalDialog),
);

/** Shows the amount above which an approval needs two administrators. */
export function ApprovalPanel() {
  const query = usePayoutSettings();
  const settings = query.data;
  const dialog = useDialog<PayoutSettings>();
  return (
    <Panel
      title="Payouts: Second Approval"
      subtitle="Payouts above a set amount need the approval of two administrators."
      aside={
        <PermittedButton
          ability="payouts.settings"
          size="small"
          disabled={!settings}
          onClick={() => settings && dialog.open(settings)}
        >
          Change
        </PermittedButton>
      }
    >
      <Loaded query={query} noun="the settings" skeleton={1}>
        {(loaded) => <SettingsFacts settings={loaded} />}
      </Loaded>
      <Opened dialog={dialog}>
        {(frame, present) => <ApprovalDialog {...frame} settings={present} />}
      </Opened>
    </Panel>
  );
}

function SettingsFacts({ settings }: { settings: PayoutSettings }) {
  const { secondApprovalAbove, secondApprovalCurrency, deciders } = settings;
  return (
    <>
      <Facts>
        <Fact name="Needed above">
          {secondApprovalAbove === null
            ? "Off: one administrator approves every amount"
            : formatMoney(secondApprovalAbove, secondApprovalCurrency)}
        </Fact>
        <Fact name="Administrators who may approve">{String(deciders)}</Fact>
        <ChangedFact settings={settings} />
      </Facts>
      {secondApprovalAbove !== null && deciders < 2 ? (
        <p className={styles.warning}>
          Only one administrator may approve, so larger amounts cannot be approved. Add another one
          to the team.
        </p>
      ) : null}
    </>
  );
}
