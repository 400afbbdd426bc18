import { useState } from "react";
import type { AccountStatus } from "../../../src/business/traders/accounts/account.rule.ts";
import type { JudgedTrader } from "../../../src/business/traders/trader.schema.ts";
import { BulkDialog } from "../../table/bulk/bulk-dialog.tsx";
import type { RowChange } from "../../table/bulk/run-bulk.ts";
import { Select } from "../../components/field/select.tsx";
import { accountStatusLabels } from "../../domain/format/status-labels.ts";
import { trpc } from "../../trpc.ts";
import { BulkReasonField } from "./bulk-reason-field.tsx";
import { type BulkUserProps, useBulkUsers } from "./use-bulk-users.ts";

/** Sets the account status of many users. */
export function BulkStatusDialog(props: BulkUserProps) {
  const { client } = trpc.useUtils();
  const users = useBulkUsers(props);
  const [status, setStatus] = useState<AccountStatus>("active");
  const [reason, setReason] = useState("");

  function leaveOut({ tradingAccount }: JudgedTrader): string | undefined {
    return tradingAccount.status === status ? `Already ${accountStatusLabels[status]}` : undefined;
  }

  async function run({ id }: JudgedTrader): Promise<RowChange> {
    await client.admin.accounts.update.mutate({ id, status, reason: reason.trim() || null });
    return { outcome: "done", words: `Set to ${accountStatusLabels[status]}` };
  }

  return (
    <BulkDialog {...users} title="Set Status" leaveOut={leaveOut} run={run}>
      <Select
        label="New status"
        options={accountStatusLabels}
        value={status}
        onChange={({ target }) => setStatus(target.value as AccountStatus)}
      />
      <BulkReasonField value={reason} onChange={setReason} />
    </BulkDialog>
  );
}
