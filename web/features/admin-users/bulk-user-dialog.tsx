import { useState } from "react";
import type { AccountStatus } from "../../../src/business/accounts/account-status.rule.ts";
import type { JudgedTrader } from "../../../src/business/traders/trader.schema.ts";
import { BulkDialog } from "../../bulk/bulk-dialog.tsx";
import { Select } from "../../components/field/select.tsx";
import { TextField } from "../../components/field/text-field.tsx";
import { displayName } from "../../format/display-name.ts";
import { accountStatusLabels } from "../../format/status-labels.ts";
import { trpc } from "../../trpc.ts";
import { userLists, userQuery, type UserTableState } from "./use-user-page.ts";

export type BulkUserAction = "status" | "payouts" | "tag";

interface BulkUserDialogProps {
  action: BulkUserAction;
  /** The selected rows, or the state of the table if all of its rows are selected. */
  chosen: readonly JudgedTrader[] | UserTableState;
  isOpen: boolean;
  onClose: () => void;
}

const titles = {
  status: "Set Status",
  payouts: "Payouts On or Off",
  tag: "Add or Remove Tag",
};

/** Applies an action to many users, one at a time, with the same call as the row menu. */
export function BulkUserDialog({ action, chosen, isOpen, onClose }: BulkUserDialogProps) {
  const { client } = trpc.useUtils();
  const [status, setStatus] = useState<AccountStatus>("active");
  const [payouts, setPayouts] = useState<"on" | "off">("on");
  const [tagging, setTagging] = useState<"add" | "remove">("add");
  const [text, setText] = useState("");
  const [reason, setReason] = useState("");
  const tag = text.trim().toLowerCase().replaceAll(/\s+/g, " ");
  const isOn = payouts === "on";

  const source = isRows(chosen)
    ? chosen
    : (page: number, pageSize: number) =>
        client.admin.users.page.query({
          ...userQuery(chosen),
          searchIn: userLists.page.searchIn,
          page,
          pageSize,
          ...(chosen.sort !== "roomToday" && { sort: "id" as const, order: "asc" as const }),
        });

  function leaveOut({ tradingAccount, tags }: JudgedTrader): string | undefined {
    if (action === "status" && tradingAccount.status === status)
      return `Already ${accountStatusLabels[status]}`;
    if (action === "payouts" && tradingAccount.payoutEnabled === isOn)
      return `Payouts are already ${payouts}`;
    if (action !== "tag" || !tag || tags.includes(tag) === (tagging === "remove")) return undefined;
    return tagging === "add" ? "Has the tag already" : "Does not have the tag";
  }

  async function run({ id }: JudgedTrader): Promise<string> {
    if (action === "status") {
      await client.admin.accounts.update.mutate({ id, status, reason: reason.trim() || null });
      return `Set to ${accountStatusLabels[status]}`;
    }
    if (action === "payouts") {
      const fields = { payoutEnabled: isOn, reason: reason.trim() || null };
      await client.admin.accounts.update.mutate({ id, ...fields });
      return `Payouts ${payouts}`;
    }
    await client.admin.tags.change.mutate({ userId: id, [tagging]: [tag] });
    return tagging === "add" ? "Tagged" : "Tag removed";
  }

  return (
    <BulkDialog
      title={titles[action]}
      noun="user"
      source={source}
      isOpen={isOpen}
      onClose={onClose}
      nameOf={(user) => `#${user.id} ${displayName(user)}`}
      leaveOut={leaveOut}
      run={run}
      missing={action === "tag" && !tag ? "Please enter a tag" : undefined}
    >
      {action === "status" ? (
        <Select
          label="New status"
          options={accountStatusLabels}
          value={status}
          onChange={({ target }) => setStatus(target.value as AccountStatus)}
        />
      ) : null}
      {action === "payouts" ? (
        <Select
          label="Payouts"
          options={{ on: "On", off: "Off" }}
          value={payouts}
          onChange={({ target }) => setPayouts(target.value === "on" ? "on" : "off")}
        />
      ) : null}
      {action === "tag" ? (
        <>
          <Select
            label="Change"
            options={{ add: "Add a tag", remove: "Remove a tag" }}
            value={tagging}
            onChange={({ target }) => setTagging(target.value === "add" ? "add" : "remove")}
          />
          <TextField
            label="Tag"
            value={text}
            maxLength={40}
            autoComplete="off"
            onChange={({ target }) => setText(target.value)}
          />
        </>
      ) : (
        <TextField
          label="Reason (optional)"
          hint="For the audit log of each user."
          value={reason}
          autoComplete="off"
          onChange={({ target }) => setReason(target.value)}
        />
      )}
    </BulkDialog>
  );
}

function isRows(chosen: BulkUserDialogProps["chosen"]): chosen is readonly JudgedTrader[] {
  return Array.isArray(chosen);
}
