import { useState } from "react";
import type { JudgedTrader } from "../../../src/business/traders/trader.schema.ts";
import { BulkDialog } from "../../table/bulk/bulk-dialog.tsx";
import type { RowChange } from "../../table/bulk/run-bulk.ts";
import { Select } from "../../components/field/select.tsx";
import { trpc } from "../../trpc.ts";
import { BulkReasonField } from "./bulk-reason-field.tsx";
import { type BulkUserProps, useBulkUsers } from "./use-bulk-users.ts";

/** Turns the payouts of many users on or off. */
export function BulkPayoutsDialog(props: BulkUserProps) {
  const { client } = trpc.useUtils();
  const users = useBulkUsers(props);
  const [payouts, setPayouts] = useState<"on" | "off">("on");
  const [reason, setReason] = useState("");
  const payoutEnabled = payouts === "on";

  function leaveOut({ tradingAccount }: JudgedTrader): string | undefined {
    return tradingAccount.payoutEnabled === payoutEnabled
      ? `Payouts are already ${payouts}`
      : undefined;
  }

  async function run({ id }: JudgedTrader): Promise<RowChange> {
    await client.admin.accounts.update.mutate({ id, payoutEnabled, reason: reason.trim() || null });
    return { outcome: "done", words: `Payouts ${payouts}` };
  }

  return (
    <BulkDialog {...users} title="Payouts On or Off" leaveOut={leaveOut} run={run}>
      <Select
        label="Payouts"
        options={{ on: "On", off: "Off" }}
        value={payouts}
        onChange={({ target }) => setPayouts(target.value === "on" ? "on" : "off")}
      />
      <BulkReasonField value={reason} onChange={setReason} />
    </BulkDialog>
  );
}
