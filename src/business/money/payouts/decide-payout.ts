import type { z } from "zod";
import type { AuditAction } from "../../../platform/audit/audit-actions.rule.ts";
import { changesBetween } from "../../../platform/audit/changes.rule.ts";
import { recordEvent } from "../../../platform/audit/record-event.ts";
import type { Context } from "../../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../../platform/database/database.ts";
import type { Em } from "../../../platform/database/orm.ts";
import { notFound, RefusalError } from "../../../platform/lib/errors.ts";
import { sendNotice } from "../../../platform/mail/send-mail.ts";
import type { StaffActor } from "../../../identity/tokens/authenticate-token.ts";
import { rolesWith } from "../../../identity/roles/roles.rule.ts";
import { formatMoney } from "../../../platform/money/money.ts";
import { lockTrader } from "../../../identity/users/lock-trader.ts";
import { type Approval, approvalStep, repeatedApprovalMessage } from "./approval.rule.ts";
import { readFlags } from "./flags.queries.ts";
import { type PayoutFlag, UNREAD_FLAGS } from "./flags.rule.ts";
import { PayoutRequest } from "./payout.entity.ts";
import type { AdminPayout, decidePayoutInput } from "./payout.schema.ts";
import {
  canDecide,
  canReadPaymentDetails,
  type PayoutStatus,
  rejectionRefusal,
} from "./payout.rule.ts";
import { getPayout, withoutDetails } from "./payouts.queries.ts";
import { readApprovalLimit } from "./payout-settings.ts";
import { viewPayout } from "./view-payout.ts";

/**
 * Approves or rejects a payout request, or reverses an earlier decision. The first approval of an amount that
 * needs two administrators leaves the status as it is.
 * @throws RefusalError if the request does not exist, and with the current request if it already has this
 * status or no longer has `expectedStatus` or `expectedCurrency`; if it is in an open payment run or has been paid; and if the
 * second of two approvals does not come from another administrator
 */
export async function decidePayout(
  context: Context,
  actor: StaffActor,
  { id, status, adminNotes = null, ...expected }: z.output<typeof decidePayoutInput>,
): Promise<AdminPayout> {
  const refusal = await inTransaction(context.database, async (em) => {
    const { trader, payout } = await lockTraderAndPayout(em, id);
    const before = { status: payout.status, approvals: payout.approvals.length };
    if (!canDecide(before.status, status)) return "decided";
    if (expected.expectedStatus && before.status !== expected.expectedStatus) return "decided";
    if (expected.expectedCurrency && payout.currency !== expected.expectedCurrency) {
      return "other-currency";
    }
    await requireNoPayment(em, payout);
    const approvals = await findValidApprovals(em, payout.approvals);
    const step = status === "approved" ? await nextStep(em, actor, payout, approvals) : "reject";
    if (step === "repeated") return step;
    if (step === "administrators-only") throw tokenRefusal();
    const first = approvals[0];
    const flags = await readFlagsIfPossible(context, em, id);
    payout.approvals = approvalsAfter(context, actor, approvals, step, adminNotes);
    payout.decisionFlags = flags;
    if (step !== "wait") {
      payout.status = status;
      const { currency } = payout;
      payout.adminNotes = adminNotes ?? first?.note ?? null;
      const notice = {
        kind: "payout-decided",
        payoutId: id,
        amount: payout.amount,
        currency,
        status,
      } as const;
      await sendNotice(context, em, trader, notice);
    }
    const after = { status: payout.status, approvals: payout.approvals.length };
    await recordEvent(context, em, actor, {
      action: actionOf(before.status, step),
      trader,
      payoutId: id,
      changes: changesBetween(before, {
        ...after,
        flags: flags ? flags.map(({ code }) => code).join(", ") || null : UNREAD_FLAGS,
      }),
      reason: step === "wait" ? adminNotes : payout.adminNotes,
    });
    return undefined;
  });
  if (refusal === undefined) return presentDecided(context, actor, id);
  const current = await viewPayout(context, actor, id);
  throw new RefusalError("conflict", refusalMessage(refusal, current), { current });
}

function refusalMessage(
  refusal: "decided" | "repeated" | "other-currency",
  { status, amount, currency }: AdminPayout,
): string {
  if (refusal === "repeated") return repeatedApprovalMessage;
  if (refusal === "decided") {
    return `This payout request is ${status === "pending" ? "now" : "already"} ${status}`;
  }
  return `This payout request is now for ${formatMoney(amount, currency)}, because a stage in ${currency} was started`;
}

type Step = "approve" | "wait" | "reject";

const tokenRefusal = () =>
  new RefusalError(
    "forbidden",
    "Approving this amount needs two administrators, and an API token does not count as one",
  );

/** Returns the approvals of administrators who may still approve: not of those revoked or given another role. */
async function findValidApprovals(em: Em, approvals: readonly Approval[]): Promise<Approval[]> {
  if (approvals.length === 0) return [];
  const approvers = await kyselyOf(em)
    .selectFrom("admins")
    .select("id")
    .where(
      "id",
      "in",
      approvals.map(({ administratorId }) => administratorId),
    )
    .where("revoked_at", "is", null)
    .where("role", "in", rolesWith("payouts.decide"))
    .execute();
  const ids = new Set(approvers.map(({ id }) => id));
  return approvals.filter(({ administratorId }) => ids.has(administratorId));
}

async function nextStep(
  em: Em,
  actor: StaffActor,
  { amount, currency }: Pick<AdminPayout, "amount" | "currency">,
  approvals: readonly Approval[],
) {
  return approvalStep({
    amount,
    currency,
    limit: await readApprovalLimit(kyselyOf(em)),
    approvals,
    actor,
  });
}

/** A rejection discards the first approval, and an approval that needs only one administrator is not listed. */
function approvalsAfter(
  { clock }: Context,
  actor: StaffActor,
  approvals: Approval[],
  step: Step,
  note: string | null,
): Approval[] {
  const isOfTwo = step === "wait" || (step === "approve" && approvals.length > 0);
  if (!isOfTwo) return [];
  if (actor.kind === "token") return approvals;
  const { id: administratorId, label: name } = actor;
  const others = approvals.filter((approval) => approval.administratorId !== administratorId);
  return [...others, { administratorId, name, at: clock.now().toISOString(), note }];
}

function actionOf(before: PayoutStatus, step: Step): AuditAction {
  if (step === "wait") return "payout.approved-first";
  if (before !== "pending") return "payout.reversed";
  return step === "approve" ? "payout.approved" : "payout.rejected";
}

/**
 * Reads the flags in a savepoint, under the locks of the decision. Flags are informational: if they cannot be
 * determined, the decision is made without them, which `null` records.
 */
async function readFlagsIfPossible(
  context: Context,
  em: Em,
  id: number,
): Promise<PayoutFlag[] | null> {
  try {
    const flags = await em.transactional((part) =>
      readFlags({ ...context, database: { kysely: kyselyOf(part) } }, [id]),
    );
    return flags.get(id) ?? null;
  } catch (error) {
    context.log.warn({ err: error, payoutId: id }, "the flags of a payout could not be read");
    return null;
  }
}

/** Records no access to the payment details, because the event of the decision already does. */
async function presentDecided(context: Context, actor: StaffActor, id: number) {
  const payout = await getPayout(context, id);
  return canReadPaymentDetails(actor) ? payout : withoutDetails(payout);
}

/**
 * Refuses to change the decision on a request whose payment is under way or complete.
 * @throws RefusalError if the request is in an open payment run or has been paid
 */
async function requireNoPayment(em: Em, { paymentId }: PayoutRequest): Promise<void> {
  if (paymentId === null || paymentId === undefined) return;
  const { runId, status } = await kyselyOf(em)
    .selectFrom("payments")
    .select(["run_id as runId", "status"])
    .where("id", "=", paymentId)
    .executeTakeFirstOrThrow();
  const refusal = rejectionRefusal({ runId, isPaid: status === "paid" });
  if (refusal !== undefined) throw new RefusalError("conflict", refusal);
}

/** Locks the trader first, so that only one transaction at a time changes a trader's payouts. */
async function lockTraderAndPayout(em: Em, id: number) {
  const found = await kyselyOf(em)
    .selectFrom("payout_requests")
    .select("user_id as traderId")
    .where("id", "=", id)
    .executeTakeFirst();
  if (!found) throw notFound("Payout request");
  const trader = await lockTrader(em, found.traderId);
  return { trader, payout: await em.findOneOrFail(PayoutRequest, { id }) };
}
