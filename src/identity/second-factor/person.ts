import { LockMode } from "@mikro-orm/core";
import { admitCaller, kyselyOf } from "../../platform/database/database.ts";
import type { Transaction } from "../../platform/database/orm.ts";
import { Administrator } from "../team/administrator.entity.ts";
import type { AdministratorActor, TraderActor } from "../sessions/authenticate.ts";
import { lockOwnTrader } from "../sessions/lock-actor.ts";
import type { Person } from "./second-factor.entity.ts";
import type { AuditAction, Changes } from "../audit/audit-event.rule.ts";
import { type Caller, recordEvent } from "../audit/record-event.ts";
import type { Context } from "../../platform/context.ts";
import type { SecondFactorChange } from "../mails/identity-mails.rule.ts";
import { sendNotice } from "../mails/send-mail.ts";
import { fromNow } from "../../platform/time/clock.ts";
import { createLink, UNDOABLE_FOR } from "./mailed-links.ts";

/** Someone who changes their own second factor. */
export type SelfActor = TraderActor | AdministratorActor;

export const personOf = (actor: AuditedSelf): Person =>
  actor.kind === "trader"
    ? { kind: "trader", id: actor.trader.id }
    : { kind: "administrator", id: actor.id };

/** Returns the column that refers to the person. */
export const ownerColumn = ({ kind }: Person) => (kind === "trader" ? "user_id" : "admin_id");

export const ownerColumns = ({ kind, id }: Person) =>
  kind === "trader" ? { user_id: id, admin_id: null } : { user_id: null, admin_id: id };

/** The properties of an entity that refer to the person. */
export const ownedBy = ({ kind, id }: Person) =>
  kind === "trader" ? { trader: id } : { administrator: id };

/** Identifies the person in throttles. */
export const personKey = ({ kind, id }: Person) => `${kind} ${id}`;

/**
 * Locks the person, so that changes of their second factor happen one after the other, and none after the session has
 * ended: a session that a new password or access key has ended must not leave another way to sign in.
 * @throws RefusalError if the session has ended since the call was admitted
 */
export async function lockPerson(transaction: Transaction, actor: SelfActor): Promise<void> {
  if (actor.kind === "trader") {
    await lockOwnTrader(transaction, actor);
    return;
  }
  await transaction.findOneOrFail(
    Administrator,
    { id: actor.id },
    { lockMode: LockMode.PESSIMISTIC_WRITE },
  );
  await admitCaller(transaction);
}

/** Ends all sessions except that of the call, as a change of the password does. */
export async function endOtherSessions(transaction: Transaction, actor: SelfActor): Promise<void> {
  const person = personOf(actor);
  await kyselyOf(transaction)
    .deleteFrom("sessions")
    .where(ownerColumn(person), "=", person.id)
    .where("id", "<>", actor.sessionId)
    .execute();
}

/** The person whose second factor changed. Their sign-in may still be in progress. */
export type AuditedSelf =
  | {
      kind: "trader";
      trader: { id: number; fullName?: string | null; email: string };
      caller: Caller;
    }
  | { kind: "administrator"; id: number; label: string; caller: Caller };

/** What is recorded of a change, and mailed to a trader. */
export interface FactorChange {
  action: AuditAction;
  changes?: Changes;
  notice?: SecondFactorChange;
  /** When a factor was added or removed; a link in the mail undoes what was changed since. */
  at: Date;
}

/**
 * Records a change of the actor's own second factor, and notifies traders by mail. Administrators have no email; their
 * changes are in the audit log and the security log.
 */
export async function recordChange(
  context: Context,
  transaction: Transaction,
  actor: AuditedSelf,
  { action, changes = {}, notice, at }: FactorChange,
): Promise<void> {
  if (actor.kind === "administrator") {
    await recordEvent(context, transaction, actor, { action, changes });
    return;
  }
  const { trader } = actor;
  if (notice) await sendChange(context, transaction, trader, notice, at);
  await recordEvent(context, transaction, actor, { action, changes, trader });
}

/** Sends the notice of a change, with a link that undoes it and all later ones. */
export async function sendChange(
  context: Context,
  transaction: Transaction,
  trader: { id: number; email: string },
  change: SecondFactorChange,
  at: Date,
): Promise<void> {
  const notMeUrl = await createLink(context, kyselyOf(transaction), {
    traderId: trader.id,
    purpose: "not-me",
    about: at,
    expiresAt: fromNow(context.clock, UNDOABLE_FOR),
  });
  await sendNotice(context, transaction, trader, { kind: "second-factor", change, notMeUrl });
}

/** Records the use of a recovery code and notifies a trader of it, because someone else may have found the codes. */
export async function recordUsedCode(
  context: Context,
  transaction: Transaction,
  actor: AuditedSelf,
): Promise<void> {
  const action = "second-factor.recovery-code-used";
  await recordChange(context, transaction, actor, {
    action,
    notice: { what: "recovery-code-used" },
    at: context.clock.now(),
  });
}
