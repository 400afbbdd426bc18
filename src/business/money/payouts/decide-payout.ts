import type { z } from "zod";
import type { StaffActor } from "../../../identity/tokens/authenticate-token.ts";
import { rolesWith } from "../../../identity/roles/roles.rule.ts";
import { lockTrader } from "../../../identity/users/lock-trader.ts";
import type { Trader } from "../../../identity/users/trader.entity.ts";
import { type AuditAction, changesBetween } from "../../../identity/audit/audit-event.rule.ts";
import { recordDecision } from "../../../identity/decisions/decisions.ts";
import { recordEvents } from "../../../identity/audit/record-event.ts";
import type { Context } from "../../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../../platform/database/database.ts";
import type { Transaction } from "../../../platform/database/orm.ts";
import { notFound, RefusalError } from "../../../platform/errors.ts";
import { enforceDecidedPayout } from "../../record/actions/enforce-payouts.ts";
import type { EnforcementAuditEvent } from "../../record/actions/store-consequences.ts";
import { sendNotice } from "../../office/mails/send-notice.ts";
import { requireOpenGate } from "../../traders/gates/gates.queries.ts";
import { formatMoney } from "../../../platform/money/money.ts";
import { requireNoFrozenOrder } from "./frozen-orders.queries.ts";
import { type PresentFacts, readPresentFacts } from "./flags.queries.ts";
import { UNREAD_FLAGS } from "./flags.rule.ts";
import { PayoutRequest } from "./payout.entity.ts";
import {
  type Approval,
  canReadPaymentDetails,
  type DecisionRefusal,
  type DecisionStep,
  judgeDecision,
  repeatedApprovalMessage,
} from "./payout-policy.rule.ts";
import type { PayoutStatus } from "./payout.rule.ts";
import type { AdminPayout, decidePayoutInput } from "./payout.schema.ts";
import { getPayout, withoutDetails } from "./payouts.queries.ts";
import { readNeedsSecond } from "./approval-facts.queries.ts";
import { readDesk } from "./desk.queries.ts";
import { readRecovery } from "../../../identity/second-factor/recovery.queries.ts";
import { requireNoOpenAppeal } from "./open-appeals.queries.ts";
import { viewPayout } from "./view-payouts.ts";

type DecisionInput = z.output<typeof decidePayoutInput>;

/**
 * Approves or rejects a payout request, or reverses an earlier decision. The first approval of an amount that
 * needs two administrators leaves the status as it is.
 * @throws RefusalError if the request does not exist, and with the current request if it already has this
 * status or no longer has `expectedStatus`, `expectedCurrency` or `expectedReadiness`; if an appeal against it is open; if
 * it is in an open payment run or has been paid; if the second of two approvals does not come from another administrator;
 * and, for an approval, if it is held, the trader's second factor is being removed, the payment of an order is disputed,
 * or a gate holds it back, with what is missing
 */
export async function decidePayout(
  context: Context,
  actor: StaffActor,
  input: DecisionInput,
): Promise<AdminPayout> {
  const refusal = await inTransaction(context.database, async (transaction) => {
    const { trader, payout } = await lockTraderAndPayout(transaction, input.id);
    const kysely = kyselyOf(transaction);
    await requireNoOpenAppeal(kysely, { kind: "payout", id: input.id });
    const present = await readFactsIfPossible(context, transaction, input.id);
    const approvals = await findValidApprovals(transaction, payout.approvals);
    const result = judgeDecision({
      ...input,
      decision: input.status,
      status: payout.status,
      currency: payout.currency,
      payment: await readPaymentFacts(transaction, payout),
      readinessSha256: present?.readinessSha256 ?? null,
      isHeld: Boolean(payout.heldAt),
      isRecovering: (await readRecovery(context, kysely, trader.id)) !== null,
      needsSecond: (await readNeedsSecond(kysely, [payout.id])).get(payout.id)!,
      approvals,
      actor,
    });
    if ("refusal" in result) return result.refusal;
    if (input.status === "approved") {
      await requireNoFrozenOrder(kysely, [trader.id]);
      await requireOpenGate(kysely, trader.id, "payoutApproval", context.clock.now());
    }
    const decision = { input, trader, payout, approvals, present, step: result.step };
    await applyDecision(context, transaction, actor, decision);
    return undefined;
  });
  if (refusal) throw await refusalError(context, actor, input.id, refusal);
  return presentDecided(context, actor, input.id);
}

/** Locks the trader first, so that only one transaction at a time changes a trader's payouts. */
export async function lockTraderAndPayout(transaction: Transaction, id: number) {
  const request = await kyselyOf(transaction)
    .selectFrom("payout_requests")
    .select("user_id as traderId")
    .where("id", "=", id)
    .executeTakeFirst();
  if (!request) throw notFound("Payout request");
  const trader = await lockTrader(transaction, request.traderId);
  return { trader, payout: await transaction.findOneOrFail(PayoutRequest, { id }) };
}

/** Returns the approvals of administrators who may still approve: not of those revoked or given another role. */
async function findValidApprovals(
  transaction: Transaction,
  approvals: readonly Approval[],
): Promise<Approval[]> {
  if (approvals.length === 0) return [];
  const approvers = await kyselyOf(transaction)
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

/**
 * Makes a rejected request pending again, because an appeal was granted. Nothing is approved.
 * @param transaction a transaction that has locked the trader
 * @throws RefusalError if the request is not rejected
 */
export async function reopenRejected(transaction: Transaction, id: number): Promise<void> {
  const payout = await transaction.findOneOrFail(PayoutRequest, { id });
  if (payout.status !== "rejected") {
    const message = `This payout request is now ${payout.status}, so the appeal cannot be granted any more`;
    throw new RefusalError("conflict", message);
  }
  payout.status = "pending";
  payout.adminNotes = null;
  payout.decisionFlags = null;
  payout.decisionReadiness = null;
}

async function readPaymentFacts(transaction: Transaction, { paymentId }: PayoutRequest) {
  if (paymentId === null || paymentId === undefined) return { runId: null, isPaid: false };
  const { runId, status } = await kyselyOf(transaction)
    .selectFrom("payments")
    .select(["run_id as runId", "status"])
    .where("id", "=", paymentId)
    .executeTakeFirstOrThrow();
  return { runId, isPaid: status === "paid" };
}

interface JudgedDecision {
  input: DecisionInput;
  trader: Trader;
  payout: PayoutRequest;
  /** Those that are still valid. */
  approvals: Approval[];
  /** `undefined` if they could not be read. */
  present: PresentFacts | undefined;
  step: DecisionStep;
}

/** Changes the locked request, notifies the trader unless a second approval is needed, and records the event. */
async function applyDecision(
  context: Context,
  transaction: Transaction,
  actor: StaffActor,
  { input, trader, payout, approvals, present, step }: JudgedDecision,
): Promise<void> {
  const { id, status, adminNotes = null } = input;
  const before = { status: payout.status, approvals: payout.approvals.length };
  const flags = present?.flags ?? null;
  payout.decisionFlags = flags;
  payout.decisionReadiness = present?.readiness ?? null;
  payout.approvals = approvalsAfter(context, actor, { approvals, step, note: adminNotes });
  if (step !== "wait") {
    payout.status = status;
    payout.adminNotes = adminNotes ?? approvals[0]?.note ?? null;
    const { amount, currency } = payout;
    const notice = { kind: "payout-decided", payoutId: id, amount, currency, status } as const;
    await sendNotice(context, transaction, trader, notice);
  }
  const reason = (step === "wait" ? adminNotes : payout.adminNotes) ?? null;
  const at = await recordDecision(context, transaction, actor, {
    trader,
    subject: { kind: "payout", id },
    step: recordedSteps[step],
    reason,
    factsSha256: present?.readinessSha256 ?? null,
    flags,
  });
  const event = {
    action: actionOf(before.status, step),
    actor,
    trader,
    payoutId: id,
    changes: changesBetween(before, {
      status: payout.status,
      approvals: payout.approvals.length,
      flags: flags ? flags.map(({ code }) => code).join(", ") || null : UNREAD_FLAGS,
    }),
    reason,
    at,
  };
  const requested = step === "wait" ? [] : await enforce(context, transaction, trader, input);
  await recordEvents(context, transaction, [event, ...requested]);
}

/** A request that was paid before may have asked the platform for something that this decision undoes. */
async function enforce(
  context: Context,
  transaction: Transaction,
  trader: Trader,
  { id: payoutId, status }: DecisionInput,
): Promise<EnforcementAuditEvent[]> {
  const payments = await kyselyOf(transaction)
    .selectFrom("payments")
    .select("id")
    .where("payout_id", "=", payoutId)
    .execute();
  const paymentIds = payments.map(({ id }) => id);
  return enforceDecidedPayout(context, transaction, { trader, payoutId, status, paymentIds });
}

const recordedSteps = { wait: "approve-first", approve: "approve", reject: "reject" } as const;

/**
 * Reads flags and readiness in a savepoint, under the locks of the decision. They are informational: if they cannot be
 * determined, the decision is made without them, which `null` records.
 */
async function readFactsIfPossible(
  context: Context,
  transaction: Transaction,
  id: number,
): Promise<PresentFacts | undefined> {
  try {
    const facts = await transaction.transactional((part) =>
      readPresentFacts({ ...context, database: { kysely: kyselyOf(part) } }, [id]),
    );
    return facts.get(id);
  } catch (error) {
    context.log.warn({ err: error, payoutId: id }, "the flags of a payout could not be read");
    return undefined;
  }
}

/** A rejection discards the first approval, and an approval that needs only one administrator is not listed. */
function approvalsAfter(
  { clock }: Context,
  actor: StaffActor,
  { approvals, step, note }: { approvals: Approval[]; step: DecisionStep; note: string | null },
): Approval[] {
  const isOfTwo = step === "wait" || (step === "approve" && approvals.length > 0);
  if (!isOfTwo) return [];
  if (actor.kind === "token") return approvals;
  const { id: administratorId, label: name } = actor;
  const others = approvals.filter((approval) => approval.administratorId !== administratorId);
  return [...others, { administratorId, name, at: clock.now().toISOString(), note }];
}

function actionOf(before: PayoutStatus, step: DecisionStep): AuditAction {
  if (step === "wait") return "payout.approved-first";
  if (before !== "pending") return "payout.reversed";
  return step === "approve" ? "payout.approved" : "payout.rejected";
}

/** The current request is part of the error if it is not what the caller has seen. */
async function refusalError(
  context: Context,
  actor: StaffActor,
  id: number,
  refusal: DecisionRefusal,
): Promise<RefusalError> {
  if (refusal.reason === "payment") return new RefusalError("conflict", refusal.message);
  if (refusal.reason === "administrators-only") {
    const message =
      "Approving this amount needs two administrators, and an API token does not count as one";
    return new RefusalError("forbidden", message);
  }
  const current = await viewPayout(context, actor, id);
  const message = conflictMessage(refusal.reason, current);
  if (refusal.reason === "held" || refusal.reason === "recovery")
    return new RefusalError("conflict", message, { reason: refusal.reason, current });
  if (refusal.reason !== "readiness") return new RefusalError("conflict", message, { current });
  const { readiness } = await readDesk(context, id);
  return new RefusalError("conflict", message, { current, readiness });
}

declare module "../../../platform/errors.ts" {
  interface RefusalDetails {
    /** The present readiness with its hash, if the decision was based on another one. */
    readiness?: object | null;
  }
}

function conflictMessage(
  reason: Exclude<DecisionRefusal["reason"], "payment" | "administrators-only">,
  { status, amount, currency }: AdminPayout,
): string {
  if (reason === "repeated") return repeatedApprovalMessage;
  if (reason === "readiness") {
    return "What can be withdrawn, or a reason against it, has changed since it was shown";
  }
  if (reason === "held") {
    return "This payout request was made after a takeover of the account. Release it before you approve it.";
  }
  if (reason === "recovery") {
    return "The trader's second factor is being removed. Until then, no payout is approved.";
  }
  if (reason === "decided") {
    return `This payout request is ${status === "pending" ? "now" : "already"} ${status}`;
  }
  return `This payout request is now for ${formatMoney(amount, currency)}, because a stage in ${currency} was started`;
}

/** Records no access to the payment details, because the event of the decision already does. */
export async function presentDecided(context: Context, actor: StaffActor, id: number) {
  const payout = await getPayout(context, id);
  return canReadPaymentDetails(actor) ? payout : withoutDetails(payout);
}
