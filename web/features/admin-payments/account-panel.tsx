import { Button } from "../../components/button/button.tsx";
import { LoadFailure } from "../../components/feedback/load-failure.tsx";
import { Fact, Facts } from "../../components/panel/facts.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import { TableSkeleton } from "../../components/table/table-skeleton.tsx";
import { useMay } from "../../session/use-may.ts";
import { usePaymentAccount } from "./use-payments.ts";
import styles from "./payments.module.css";

/** Shows the firm's account, which SEPA files debit. */
export function AccountPanel({ onEdit }: { onEdit: () => void }) {
  const mayEdit = useMay("payments.account");
  const { data: account, isPending, isError, refetch } = usePaymentAccount();
  return (
    <Panel
      title="Firm's Payment Account"
      subtitle="Debited by the SEPA files of payment runs"
      aside={
        mayEdit ? (
          <Button size="small" disabled={isPending || isError} onClick={onEdit}>
            {account ? "Edit Account" : "Set Account"}
          </Button>
        ) : null
      }
    >
      {isPending ? (
        <TableSkeleton name="Loading the payment account" rows={1} />
      ) : isError ? (
        <LoadFailure text="Failed to load the account." onRetry={() => void refetch()} />
      ) : account ? (
        <Facts>
          <Fact name="Account Holder">{account.name}</Fact>
          <Fact name="IBAN">{account.iban.replaceAll(/(.{4})(?=.)/g, "$1 ")}</Fact>
          <Fact name="BIC">{account.bic ?? "Not given"}</Fact>
        </Facts>
      ) : (
        <p className={styles.soft}>
          Not set. Runs can be exported as CSV; a SEPA file needs the account.
        </p>
      )}
    </Panel>
  );
}
