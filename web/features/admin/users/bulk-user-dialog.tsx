import { useState } from "react";
import {
  type AccountStatus,
  accountStatusLabels,
} from "../../../../src/business/traders/accounts/account.rule.ts";
import type { JudgedTrader } from "../../../../src/business/traders/trader.schema.ts";
import type { traderTable } from "../../../../src/business/traders/trader.table.ts";
import { Select } from "../../../components/field/select.tsx";
import { TextField } from "../../../components/field/text-field.tsx";
import { displayName } from "../../../domain/format/texts.tsx";
import type { BulkFrame } from "../../../table/bulk/bulk-actions.tsx";
import { BulkDialog } from "../../../table/bulk/bulk-dialog.tsx";
import type { RowChange } from "../../../table/bulk/run-bulk.ts";
import { isRows } from "../../../table/bulk/selection.ts";
import type { TableQuery } from "../../../table/screen/table-address.ts";
import { trpc } from "../../../trpc.ts";

type BulkUserProps = BulkFrame<JudgedTrader, TableQuery<typeof traderTable>>;

interface BulkUserDialogProps extends BulkUserProps {
  action: "status" | "payouts" | "tag";
}

/** Applies an action to many users, one at a time, with the same call as the row menu. */
export function BulkUserDialog({ action, ...props }: BulkUserDialogProps) {
  const Dialog = { status: SetStatus, payouts: SetPayouts, tag: ChangeTag }[action];
  return <Dialog {...props} />;
}

/** Sets the account status of many users. */
function SetStatus(props: BulkUserProps) {
  const { client } = trpc.useUtils();
  const users = useBulkUsers(props);
  const [status, setStatus] = useState<AccountStatus>("active");
  const [reason, setReason] = useState("");

  function leaveOut({ tradingAccount }: JudgedTrader): string | undefined {
    return tradingAccount.status === status ? `Already ${accountStatusLabels[status]}` : undefined;
  }

  async function run({ id, tradingAccount }: JudgedTrader): Promise<RowChange> {
    const expectedStatus = tradingAccount.status;
    await client.admin.accounts.update.mutate({
      id,
      status,
      reason: reason.trim() || null,
      expectedStatus,
    });
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

/** Turns the payouts of many users on or off. */
function SetPayouts(props: BulkUserProps) {
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
    await client.admin.accounts.update.mutate({
      id,
      payoutEnabled,
      reason: reason.trim() || null,
      expected: { payoutEnabled: !payoutEnabled },
    });
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

/** Adds a tag to many users, or removes it from them. */
function ChangeTag(props: BulkUserProps) {
  const { client } = trpc.useUtils();
  const users = useBulkUsers(props);
  const [change, setChange] = useState<"add" | "remove">("add");
  const [text, setText] = useState("");
  const tag = text.trim().toLowerCase().replaceAll(/\s+/g, " ");

  function leaveOut({ tags }: JudgedTrader): string | undefined {
    if (!tag || tags.includes(tag) === (change === "remove")) return undefined;
    return change === "add" ? "Has the tag already" : "Does not have the tag";
  }

  async function run({ id }: JudgedTrader): Promise<RowChange> {
    await client.admin.tags.change.mutate({ userId: id, [change]: [tag] });
    return { outcome: "done", words: change === "add" ? "Tagged" : "Tag removed" };
  }

  return (
    <BulkDialog
      {...users}
      title="Add or Remove Tag"
      leaveOut={leaveOut}
      run={run}
      missing={tag ? undefined : "Please enter a tag"}
    >
      <Select
        label="Change"
        options={{ add: "Add a tag", remove: "Remove a tag" }}
        value={change}
        onChange={({ target }) => setChange(target.value === "add" ? "add" : "remove")}
      />
      <TextField
        label="Tag"
        value={text}
        maxLength={40}
        autoComplete="off"
        onChange={({ target }) => setText(target.value)}
      />
    </BulkDialog>
  );
}

interface BulkReasonFieldProps {
  value: string;
  onChange: (reason: string) => void;
}

function BulkReasonField({ value, onChange }: BulkReasonFieldProps) {
  return (
    <TextField
      label="Reason (optional)"
      hint="For the audit log of each user."
      value={value}
      autoComplete="off"
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

/** Returns what all bulk actions on users share, as properties of `BulkDialog`. */
function useBulkUsers({ chosen, isOpen, onClose }: BulkUserProps) {
  const { client } = trpc.useUtils();
  const readPage = (query: TableQuery<typeof traderTable>) => (page: number, pageSize: number) =>
    client.admin.users.page.query({
      ...query,
      page,
      pageSize,
      // Sorted by room, the list contains only accounts with a daily limit.
      ...(query.sort !== "roomToday" && { sort: "id" as const, order: "asc" as const }),
    });
  return {
    noun: "user",
    source: isRows(chosen) ? chosen : readPage(chosen),
    nameOf: (user: JudgedTrader) => `#${user.id} ${displayName(user)}`,
    isOpen,
    onClose,
  };
}
