import { z } from "zod";
import { callsAbout } from "../../../calls/procedures.ts";
import { respondWithPage } from "../../../calls/respond-with-page.ts";
import { t } from "../../../calls/trpc.ts";
import { closeRun, createRun, removePayments, reversePayment } from "./change-run.ts";
import { payPayments } from "./pay-payments.ts";
import {
  createRunInput,
  listRunsInput,
  listUnpaidInput,
  payInput,
  paymentAccount,
  paymentRun,
  paymentRunWithPayments,
  paymentSummary,
  removePaymentsInput,
  reversePaymentInput,
  runIdInput,
  runPage,
  runPageInput,
  setPaymentAccountInput,
  unpaidPage,
  unpaidPageInput,
  unpaidPayout,
} from "./payments.schema.ts";
import { readPaymentAccount, setPaymentAccount } from "./payment-account.ts";
import { getRunWithPayments, paymentRuns } from "./payments.queries.ts";
import { readSummary, readUnpaidPage, unpaidPayouts } from "./unpaid-payouts.queries.ts";

const { administratorCall } = callsAbout("Payments");

const scope = "payments:manage";
const onlyUnpaid = { isUnpaid: true } as const;

/** Payment runs, in which approved requests are paid and marked as paid. */
export const adminPaymentsRouter = t.router({
  list: administratorCall("payments.read", {
    rest: "GET /admin/payments",
    summary: "List payment runs, newest first",
    description: "Open runs can still change; closed ones change only if a payment is reversed.",
    scope,
  })
    .input(listRunsInput.optional())
    .output(z.array(paymentRun))
    .query(({ ctx, input }) => respondWithPage(ctx, paymentRuns, input ?? {})),

  /** For the web client. */
  page: administratorCall("payments.read", { scope })
    .input(runPageInput)
    .output(runPage)
    .query(({ ctx, input }) => paymentRuns.readCursorPage(ctx.app, input)),

  unpaid: administratorCall("payments.read", {
    rest: "GET /admin/payments/unpaid",
    summary: "List approved, unpaid requests that are not in a run, newest first",
    description: "These requests can be added to a run.",
    scope,
  })
    .input(listUnpaidInput.optional())
    .output(z.array(unpaidPayout))
    .query(({ ctx, input }) => respondWithPage(ctx, unpaidPayouts, { ...input, ...onlyUnpaid })),

  /** For the web client. */
  unpaidPage: administratorCall("payments.read", { scope })
    .input(unpaidPageInput)
    .output(unpaidPage)
    .query(({ ctx, input }) => readUnpaidPage(ctx.app, input)),

  summary: administratorCall("payments.read", {
    rest: "GET /admin/payments/summary",
    summary: "Get the unpaid requests, by currency and method",
    description: "Totals by currency, as shown on the payments page.",
    scope,
  })
    .output(paymentSummary)
    .query(({ ctx }) => readSummary(ctx.app)),

  account: administratorCall("payments.read", {
    rest: "GET /admin/payments/account",
    summary: "Get the account that SEPA files debit",
    description: "The firm's account that SEPA orders are paid from; `null` until it is set.",
  })
    .output(paymentAccount.nullable())
    .query(({ ctx }) => readPaymentAccount(ctx.app)),

  setAccount: administratorCall("payments.account", {
    rest: "PATCH /admin/payments/account",
    errors: [409],
    summary: "Set the account that SEPA files debit",
    description:
      "SEPA orders are paid from this account. Orders that were exported earlier are unchanged.",
    event: "authz_admin",
    example: { name: "Propdesk Trading GmbH", iban: "DE89370400440532013000", bic: null },
  })
    .input(setPaymentAccountInput)
    .output(paymentAccount)
    .mutation(({ ctx, input }) => setPaymentAccount(ctx.app, ctx.actor, input)),

  get: administratorCall("payments.read", {
    rest: "GET /admin/payments/{id}",
    summary: "Get a payment run with its payments",
    description: "Payment details are only in the exports.",
    scope,
  })
    .input(runIdInput)
    .output(paymentRunWithPayments)
    .query(({ ctx, input }) => getRunWithPayments(ctx.app, input.id)),

  create: administratorCall("payments.manage", {
    rest: "POST /admin/payments",
    summary: "Create a payment run from approved, unpaid requests",
    description:
      "Returns 409, and creates no run, if a request is not approved, is already in a run, or has been paid.",
    errors: [404, 409],
    successStatus: 201,
    event: "authz_admin",
    scope,
    example: { payoutIds: [7] },
  })
    .input(createRunInput)
    .output(paymentRunWithPayments)
    .mutation(({ ctx, input }) => createRun(ctx.app, ctx.actor, input.payoutIds)),

  pay: administratorCall("payments.manage", {
    rest: "POST /admin/payments/{id}/pay",
    summary: "Mark payments as paid",
    description:
      "Marks the given payments or, without `paymentIds`, the open payments of the run's last export (CSV or SEPA). Before an export, and if the run has open payments that the last export left out, `paymentIds` is required: 400 with `exported` and `leftOut`, the ids of both. Repeating the call with the same reference changes nothing; another reference returns 409.",
    errors: [409],
    event: "authz_admin",
    scope,
    example: { reference: "WT-22015", paymentIds: [7] },
  })
    .input(payInput)
    .output(paymentRunWithPayments)
    .mutation(({ ctx, input }) => payPayments(ctx.app, ctx.actor, input)),

  remove: administratorCall("payments.manage", {
    rest: "POST /admin/payments/{id}/remove",
    summary: "Remove open payments from a run",
    description: "Their requests become approved and unpaid again.",
    errors: [409],
    event: "authz_admin",
    scope,
    example: { paymentIds: [7] },
  })
    .input(removePaymentsInput)
    .output(paymentRunWithPayments)
    .mutation(({ ctx, input }) => removePayments(ctx.app, ctx.actor, input)),

  reverse: administratorCall("payments.manage", {
    rest: "POST /admin/payments/{id}/reverse",
    summary: "Reverse a payment",
    description:
      "For a payment whose money was returned. The request becomes approved and unpaid again, and can then be rejected.",
    errors: [409],
    event: "authz_admin",
    scope,
    example: { paymentId: 7, reason: "The bank returned the transfer" },
  })
    .input(reversePaymentInput)
    .output(paymentRunWithPayments)
    .mutation(({ ctx, input }) => reversePayment(ctx.app, ctx.actor, input)),

  close: administratorCall("payments.manage", {
    rest: "POST /admin/payments/{id}/close",
    summary: "Close a payment run",
    description: "Returns 409 while payments are open.",
    errors: [409],
    event: "authz_admin",
    scope,
  })
    .input(runIdInput)
    .output(paymentRunWithPayments)
    .mutation(({ ctx, input }) => closeRun(ctx.app, ctx.actor, input.id)),
});
