import { Button } from "../../components/button/button.tsx";
import { Loaded } from "../../components/loaded/loaded.tsx";
import { Fact, Facts } from "../../components/panel/facts.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import { useMay } from "../../app/session/use-may.ts";
import { usePaymentAccount } from "./use-payments.ts";
import styles from "./payments.module.css";

/** Shows the firm's account, which SEPA files debit. */
export function AccountPanel({ onEdit }: { onEdit: () => void }) {
  const mayEdit = useMay("payments.account");
  const query = usePaymentAccount();
  return (
    <Panel
      title="Firm's Payment Account"
      subtitle="Debited by the SEPA files of payment runs"
      aside={
        mayEdit ? (
          <Button size="small" disabled={query.data === undefined} onClick={onEdit}>
            {query.data ? "Edit Account" : "Set Account"}
          </Button>
        ) : null
      }
    >
      <Loaded query={query} noun="the account" skeleton={1}>
        {(account) =>
          account ? (
            <Facts>
              <Fact name="Account Holder">{account.name}</Fact>
              <Fact name="IBAN">{account.iban.replaceAll(/(.{4})(?=.)/g, "$1 ")}</Fact>
              <Fact name="BIC">{account.bic ?? "Not given"}</Fact>
            </Facts>
          ) : (
            <p className={styles.soft}>
              Not set. Runs can be exported as CSV; a SEPA file needs the account.
            </p>
          )
        }
      </Loaded>
    </Panel>
  );
}
