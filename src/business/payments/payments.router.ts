import { z } from "zod";
import { call } from "../../identity/calls/call.ts";
import { administratorProcedure } from "../../identity/calls/procedures.ts";
import { respondWithPage } from "../../identity/calls/respond-with-page.ts";
import { t } from "../../identity/calls/trpc.ts";
import { closeRun } from "./close-run.ts";
import { createRun } from "./create-run.ts";
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
import {
  getRunWithPayments,
  paymentRuns,
  readPaymentAccount,
  readSummary,
  unpaidPayouts,
} from "./payments.queries.ts";
import { removePayments } from "./remove-payments.ts";
import { reversePayment } from "./reverse-payment.ts";
import { setPaymentAccount } from "./set-payment-account.ts";

const scope = "payments:manage";
const tag = "Payments";
const onlyUnpaid = { isUnpaid: true } as const;

/** Payment runs: what is approved is paid, and marked as paid, here. */
export const adminPaymentsRouter = t.router({
  list: administratorProcedure("payments.read")
    .meta(
      call({
        rest: "GET /admin/payments",
        summary: "List payment runs, newest first",
        description:
          "Open runs are not complete; closed ones no longer change except by a reversal.",
        tag,
        errors: [400],
        scope,
      }),
    )
    .input(listRunsInput.optional())
    .output(z.array(paymentRun))
    .query(({ ctx, input }) =>
      respondWithPage(ctx, "/api/admin/payments", paymentRuns, input ?? {}),
    ),

  /** For the web client. */
  page: administratorProcedure("payments.read")
    .meta(call({ scope }))
    .input(runPageInput)
    .output(runPage)
    .query(async ({ ctx, input }) => {
      const found = await paymentRuns.readCursorPage(ctx.app, input);
      return { rows: found.rows, nextCursor: found.nextCursor ?? null };
    }),

  unpaid: administratorProcedure("payments.read")
    .meta(
      call({
        rest: "GET /admin/payments/unpaid",
        summary: "List approved requests that are in no run and unpaid, newest first",
        description: "These requests can be put into a run.",
        tag,
        errors: [400],
        scope,
      }),
    )
    .input(listUnpaidInput.optional())
    .output(z.array(unpaidPayout))
    .query(({ ctx, input = {} }) => {
      const query = { ...input, ...onlyUnpaid };
      return respondWithPage(ctx, "/api/admin/payments/unpaid", unpaidPayouts, query, input);
    }),

  /** For the web client. */
  unpaidPage: administratorProcedure("payments.read")
    .meta(call({ scope }))
    .input(unpaidPageInput)
    .output(unpaidPage)
    .query(async ({ ctx, input }) => {
      const query = { ...input, ...onlyUnpaid };
      const found = await unpaidPayouts.readCursorPage(ctx.app, query);
      return { rows: found.rows, nextCursor: found.nextCursor ?? null };
    }),

  summary: administratorProcedure("payments.read")
    .meta(
      call({
        rest: "GET /admin/payments/summary",
        summary: "Get what is left to pay, by currency and method",
        description: "Totals by currency, as the page of payments shows them.",
        tag,
        scope,
      }),
    )
    .output(paymentSummary)
    .query(({ ctx }) => readSummary(ctx.app)),

  account: administratorProcedure("payments.read")
    .meta(
      call({
        rest: "GET /admin/payments/account",
        summary: "Get the firm's account that SEPA files debit",
        description: "The account that SEPA orders pay from; null before it is set.",
        tag,
        scope,
      }),
    )
    .output(paymentAccount.nullable())
    .query(({ ctx }) => readPaymentAccount(ctx.app)),

  setAccount: administratorProcedure("payments.account")
    .meta(
      call({
        rest: "PATCH /admin/payments/account",
        summary: "Set the firm's account that SEPA files debit",
        description:
          "SEPA orders pay from this account. Orders that were exported before are unchanged.",
        tag,
        errors: [400],
        event: "authz_admin",
        scope,
        example: { name: "Propdesk Trading GmbH", iban: "DE89370400440532013000", bic: null },
      }),
    )
    .input(setPaymentAccountInput)
    .output(paymentAccount)
    .mutation(({ ctx, input }) => setPaymentAccount(ctx.app, ctx.actor, input)),

  get: administratorProcedure("payments.read")
    .meta(
      call({
        rest: "GET /admin/payments/{id}",
        summary: "Get a payment run with its payments",
        description: "Payment details are in the exports only.",
        tag,
        errors: [404],
        scope,
      }),
    )
    .input(runIdInput)
    .output(paymentRunWithPayments)
    .query(({ ctx, input }) => getRunWithPayments(ctx.app, input.id)),

  create: administratorProcedure("payments.manage")
    .meta(
      call({
        rest: "POST /admin/payments",
        summary: "Make a payment run of approved, unpaid requests",
        description:
          "Returns 409, and makes no run, if a request is not approved, in an open run, or paid.",
        tag,
        errors: [400, 404, 409],
        successStatus: 201,
        event: "authz_admin",
        scope,
        example: { payoutIds: [7] },
      }),
    )
    .input(createRunInput)
    .output(paymentRunWithPayments)
    .mutation(({ ctx, input }) => createRun(ctx.app, ctx.actor, input.payoutIds)),

  pay: administratorProcedure("payments.manage")
    .meta(
      call({
        rest: "POST /admin/payments/{id}/pay",
        summary: "Mark payments as paid",
        description:
          "All open payments of the run, or those named. Repeating the call with the same reference changes nothing; another reference returns 409.",
        tag,
        errors: [400, 404, 409],
        event: "authz_admin",
        scope,
        example: { reference: "WT-22015" },
      }),
    )
    .input(payInput)
    .output(paymentRunWithPayments)
    .mutation(({ ctx, input }) => payPayments(ctx.app, ctx.actor, input)),

  remove: administratorProcedure("payments.manage")
    .meta(
      call({
        rest: "POST /admin/payments/{id}/remove",
        summary: "Take open payments out of a run",
        description: "Their requests are approved and unpaid again.",
        tag,
        errors: [400, 404, 409],
        event: "authz_admin",
        scope,
        example: { paymentIds: [7] },
      }),
    )
    .input(removePaymentsInput)
    .output(paymentRunWithPayments)
    .mutation(({ ctx, input }) => removePayments(ctx.app, ctx.actor, input)),

  reverse: administratorProcedure("payments.manage")
    .meta(
      call({
        rest: "POST /admin/payments/{id}/reverse",
        summary: "Reverse a payment",
        description:
          "For money that came back. The request is approved and unpaid again, and can be rejected.",
        tag,
        errors: [400, 404, 409],
        event: "authz_admin",
        scope,
        example: { paymentId: 7, reason: "The bank returned the transfer" },
      }),
    )
    .input(reversePaymentInput)
    .output(paymentRunWithPayments)
    .mutation(({ ctx, input }) => reversePayment(ctx.app, ctx.actor, input)),

  close: administratorProcedure("payments.manage")
    .meta(
      call({
        rest: "POST /admin/payments/{id}/close",
        summary: "Close a payment run",
        description: "Returns 409 while payments are open.",
        tag,
        errors: [404, 409],
        event: "authz_admin",
        scope,
      }),
    )
    .input(runIdInput)
    .output(paymentRunWithPayments)
    .mutation(({ ctx, input }) => closeRun(ctx.app, ctx.actor, input.id)),
});
