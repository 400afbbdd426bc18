import type { z } from "zod";
import { changesBetween } from "../../../identity/audit/audit-event.rule.ts";
import { type AuditActor, recordEvent } from "../../../identity/audit/record-event.ts";
import { requirePerson, type StaffActor } from "../../../identity/tokens/authenticate-token.ts";
import { lockTrader } from "../../../identity/users/lock-trader.ts";
import type { Trader } from "../../../identity/users/trader.entity.ts";
import type { Context } from "../../../platform/context.ts";
import { inTransaction } from "../../../platform/database/database.ts";
import type { Transaction } from "../../../platform/database/orm.ts";
import { RefusalError } from "../../../platform/errors.ts";
import { sendNotice } from "../../office/mails/send-notice.ts";
import type { Identity } from "../../traders/identity/identity.entity.ts";
import {
  approvalEnd,
  MOST_ATTEMPTS,
  usedAfterGrant,
} from "../../traders/identity/identity.rule.ts";
import type {
  AdminIdentity,
  decideIdentityInput,
  recheckIdentityInput,
} from "../../traders/identity/identity.schema.ts";
import { getIdentity, getIdentityOf } from "../../traders/identity/identities.queries.ts";
import { type LockedIdentity, readLockedIdentity } from "../../traders/identity/save-identity.ts";
import { unsealFacts } from "../../traders/identity/sealed-identity.ts";

/** A decision on an attempt. */
interface IdentityDecision {
  decision: "approve" | "reject";
  /** For the trader. */
  reason: string | null;
  /** The label of the administrator, or the name of the checker. */
  decidedBy: string;
  /** A rejection that no further attempt can follow. */
  isFinal?: boolean;
}

/**
 * Approves or rejects a submitted identity.
 * @throws RefusalError if it does not exist, or with the current identity if it is not submitted
 */
export async function decideIdentity(
  context: Context,
  staff: StaffActor,
  { id, decision, reason = null }: z.output<typeof decideIdentityInput>,
): Promise<AdminIdentity> {
  const actor = requirePerson(staff);
  const { userId } = await getIdentity(context, id);
  const isDecided = await inTransaction(context.database, async (transaction) => {
    const trader = await lockTrader(transaction, userId);
    const locked = await readLockedIdentity(context, transaction, trader);
    // Only the latest attempt can be submitted.
    const identity = locked.latest?.id === id ? locked.latest : undefined;
    if (identity?.status !== "submitted") return false;
    await applyDecision(context, transaction, actor, trader, locked, identity, {
      decision,
      reason,
      decidedBy: actor.label,
    });
    return true;
  });
  const current = await getIdentity(context, id);
  if (isDecided) return current;
  throw new RefusalError("conflict", notSubmitted(current), { current });
}

const notSubmitted = ({ status }: AdminIdentity) =>
  status === "draft"
    ? "The trader has not submitted this identity"
    : "This identity has already been decided";

/** Applies a decision in the transaction that has locked the trader. */
export async function applyDecision(
  context: Context,
  transaction: Transaction,
  actor: AuditActor,
  trader: Trader,
  { profile, settings }: LockedIdentity,
  identity: Identity,
  { decision, reason, decidedBy, isFinal = false }: IdentityDecision,
): Promise<void> {
  const now = context.clock.now();
  const isApproved = decision === "approve";
  const { documentExpiresOn = null } =
    unsealFacts(context.cipher, trader.id, identity.facts ?? null) ?? {};
  identity.status = isApproved ? "approved" : "rejected";
  identity.reason = reason;
  identity.decidedAt = now;
  identity.decidedBy = decidedBy;
  identity.expiresAt = isApproved
    ? approvalEnd(now, settings.validMonths, documentExpiresOn)
    : null;
  profile.usedAttempts = isApproved ? 0 : isFinal ? MOST_ATTEMPTS : profile.usedAttempts + 1;
  await sendNotice(context, transaction, trader, { kind: "identity-decided", decision, reason });
  await recordEvent(context, transaction, actor, {
    action: isApproved ? "identity.approved" : "identity.rejected",
    trader,
    changes: changesBetween({}, { identityId: identity.id }),
    reason,
  });
}

/**
 * Ends the approval of a trader's identity, or grants one attempt more if it is not approved.
 * @throws RefusalError if the trader does not exist
 */
export async function recheckIdentity(
  context: Context,
  staff: StaffActor,
  { id: traderId, reason }: z.output<typeof recheckIdentityInput>,
): Promise<AdminIdentity> {
  const actor = requirePerson(staff);
  await inTransaction(context.database, async (transaction) => {
    const trader = await lockTrader(transaction, traderId);
    const { profile, latest, status, settings } = await readLockedIdentity(
      context,
      transaction,
      trader,
    );
    const endsApproval = latest !== null && status === "approved";
    if (endsApproval) {
      latest.expiresAt = context.clock.now();
      latest.reason = reason;
      const notice = { kind: "identity-decided", decision: "recheck", reason } as const;
      await sendNotice(context, transaction, trader, notice);
    } else {
      profile.usedAttempts = usedAfterGrant(settings.attempts, profile.usedAttempts);
    }
    await recordEvent(context, transaction, actor, {
      action: "identity.rechecked",
      trader,
      changes: changesBetween({}, { identityId: latest?.id ?? null, endsApproval }),
      reason,
    });
  });
  return getIdentityOf(context, traderId);
}
