import { Link } from "@tanstack/react-router";
import { useState } from "react";
import {
  banTraderInput,
  type UnpaidPayouts,
} from "../../../../src/business/traders/trader.schema.ts";
import {
  formatMoney,
  parseCents,
  plainAmount,
  storedCents,
} from "../../../../src/platform/money/money.ts";
import { useDialogOutcome } from "../../../app/api-client/use-admin-outcome.ts";
import { ConfirmDialog } from "../../../components/dialog/confirm-dialog.tsx";
import { FormDialog } from "../../../components/dialog/form-dialog.tsx";
import { Notice } from "../../../components/feedback/notice.tsx";
import { TextArea } from "../../../components/field/text-area.tsx";
import { TextField } from "../../../components/field/text-field.tsx";
import { useSchemaForm } from "../../../components/forms/use-schema-form.ts";
import { Loaded } from "../../../components/loaded/loaded.tsx";
import { showFailure } from "../../../components/toast/toasts.ts";
import { displayName } from "../../../domain/format/texts.tsx";
import type { Sum } from "../../../domain/format/figures.ts";
import { trpc } from "../../../trpc.ts";
import { aboutUser, UserTarget } from "./dialog-user.tsx";

export const BanUserDialog = aboutUser(({ subject: user, isOpen, onClose }) => {
  const form = useSchemaForm(banTraderInput, { id: user.id, banned: true, banReason: "" });
  const ban = trpc.admin.users.ban.useMutation(
    useDialogOutcome({ onClose, done: "User banned", failed: "Failed to update ban status" }),
  );

  return (
    <FormDialog
      title="Ban User"
      isOpen={isOpen}
      onClose={onClose}
      form={form}
      onSubmit={(values) => ban.mutateAsync(values)}
      onInvalid={({ banReason }) => showFailure("Ban reason required", banReason?.message)}
      submitLabel="Ban User"
      pendingLabel="Banning..."
      submitLook="danger"
    >
      <UserTarget user={user} />
      <TextArea
        label="Reason"
        hint="The reason is stored and may be shown to the user at login."
        autoFocus
        // Without its error, which the toast shows.
        {...form.register("banReason")}
      />
    </FormDialog>
  );
});

export const DeleteUserDialog = aboutUser(({ subject: user, isOpen, onClose }) => {
  const query = trpc.admin.users.unpaid.useQuery(
    { id: user.id },
    { enabled: isOpen, refetchOnMount: "always" },
  );
  // Sums from the cache may have been paid since.
  const unpaid = query.isFetchedAfterMount ? query.data : undefined;
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const remove = trpc.admin.users.delete.useMutation(
    useDialogOutcome({
      onClose,
      done: "User deleted",
      failed: "Delete failed",
      fallback: "Failed to delete user",
    }),
  );
  const isConfirmed =
    unpaid?.openPayments.length === 0 &&
    unpaid.approved.every((sum) => isTyped(sum, typed[sum.currency] ?? ""));
  return (
    <ConfirmDialog
      title="Delete User"
      question="Are you sure you want to delete this user? This action cannot be undone."
      confirmLabel="Delete"
      pendingLabel="Deleting..."
      isOpen={isOpen}
      isPending={remove.isPending}
      isConfirmDisabled={!isConfirmed}
      // The server refuses the deletion if other sums are unpaid than those shown here.
      onConfirm={() =>
        remove.mutateAsync({ id: user.id, expectedUnpaid: unpaid && textOf(unpaid.approved) })
      }
      onCancel={onClose}
    >
      <UserTarget user={user} />
      <Loaded
        query={{ ...query, data: unpaid }}
        noun="the unpaid payouts"
        skeleton={<p role="status">Checking for unpaid payouts…</p>}
      >
        {({ approved, openPayments }) =>
          openPayments.length > 0 ? (
            <OpenPayments name={displayName(user)} payments={openPayments} />
          ) : approved.length > 0 ? (
            <>
              <Notice
                tone="warning"
                title={`${displayName(user)} has ${wordsOf(approved)} approved and not yet paid`}
              >
                <p>A deleted user cannot be paid. Type what will not be paid to confirm.</p>
              </Notice>
              {approved.map((sum) => (
                <TextField
                  key={sum.currency}
                  label={`Type ${wordsOf([sum])}`}
                  inputMode="decimal"
                  autoComplete="off"
                  value={typed[sum.currency] ?? ""}
                  onChange={({ target }) =>
                    setTyped((before) => ({ ...before, [sum.currency]: target.value }))
                  }
                />
              ))}
            </>
          ) : null
        }
      </Loaded>
    </ConfirmDialog>
  );
});

interface OpenPaymentsProps {
  name: string;
  payments: UnpaidPayouts["openPayments"];
}

function OpenPayments({ name, payments }: OpenPaymentsProps) {
  return (
    <Notice tone="warning" title={`${name} is being paid`}>
      <ul>
        {payments.map(({ runId, ...sum }) => (
          <li key={`${runId} ${sum.currency}`}>
            {`${wordsOf([sum])} in `}
            <Link to="/admin/payments/$id" params={{ id: String(runId) }}>
              {`payment run #${runId}`}
            </Link>
          </li>
        ))}
      </ul>
      <p>Remove the payment from its run, or mark it as paid, before you delete the user.</p>
    </Notice>
  );
}

const wordsOf = (sums: readonly Sum[]) =>
  sums.map(({ amount, currency }) => formatMoney(amount, currency)).join(" and ");

/** Text such as `4651.28 USD, 100.00 EUR`, as the call expects it. */
const textOf = (sums: readonly Sum[]) =>
  sums.map(({ amount, currency }) => `${amount} ${currency}`).join(", ");

/** Whether a text is the amount of a sum, with or without its currency as the screen shows it. */
function isTyped({ amount, currency }: Sum, text: string): boolean {
  if (text.trim() === formatMoney(amount, currency)) return true;
  return parseCents(plainAmount(text), Number.POSITIVE_INFINITY) === storedCents(amount);
}
