import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { UnpaidPayouts } from "../../../src/business/traders/trader.schema.ts";
import {
  formatMoney,
  parseCents,
  plainAmount,
  storedCents,
} from "../../../src/platform/money/money.ts";
import { useDialogOutcome } from "../../app/api-client/use-dialog-outcome.ts";
import { ConfirmDialog } from "../../components/dialog/confirm-dialog.tsx";
import { Notice } from "../../components/feedback/notice.tsx";
import { TextField } from "../../components/field/text-field.tsx";
import { Loaded } from "../../components/loaded/loaded.tsx";
import { displayName } from "../../domain/format/display-name.ts";
import type { Sum } from "../../domain/format/sums.rule.ts";
import { trpc } from "../../trpc.ts";
import type { UserDialogProps } from "./user-dialog.ts";
import { UserTarget } from "./user-target.tsx";

export function DeleteUserDialog({ user, isOpen, onClose }: UserDialogProps) {
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
}

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
