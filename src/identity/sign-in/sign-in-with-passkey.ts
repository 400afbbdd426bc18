import { LockMode } from "@mikro-orm/core";
import { type AuditedTrader, type Caller, recordEvent } from "../audit/record-event.ts";
import type { Context } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import type { Transaction } from "../../platform/database/orm.ts";
import { RefusalError } from "../../platform/errors.ts";
import { Administrator } from "../team/administrator.entity.ts";
import type { AuthenticationResponse } from "../second-factor/passkey.schema.ts";
import { completeIfDue } from "../second-factor/recovery.ts";
import {
  countUse,
  unknownPasskey,
  type VerifiedPasskey,
  verifyPasskey,
} from "../second-factor/use-passkey.ts";
import type { OpenedSession } from "../sessions/own-sessions.ts";
import { banRefusal, isBanned } from "../users/ban.rule.ts";
import { Trader } from "../users/trader.entity.ts";
import { openAdministratorSession } from "./sign-in-administrator.ts";
import { openTraderSession, type SignedInTrader } from "./sign-in-trader.ts";

const COPIED =
  "The counter of the passkey has not increased. The authenticator may have been copied";
const UNKNOWN = "Unknown passkey, or an invalid response";

/**
 * Signs a trader in with a passkey. It counts as both factors, because it is unlocked by a PIN, a fingerprint or
 * similar.
 * @throws RefusalError if the passkey does not belong to a trader, its response is invalid, or the trader is banned
 */
export async function signInTraderWithPasskey(
  context: Context,
  caller: Caller,
  {
    credential,
    remember = false,
  }: { credential: AuthenticationResponse; remember?: boolean | undefined },
): Promise<SignedInTrader> {
  const input = { kind: "trader", response: credential } as const;
  const passkey = await verifyPasskey(context, caller, input);
  if (passkey) await completeIfDue(context, passkey.ownerId);
  // A refusal is returned, not thrown: its audit event must be committed.
  const outcome = await inTransaction(context.database, async (transaction) => {
    const id = passkey?.ownerId;
    const trader =
      id === undefined
        ? null
        : await transaction.findOne(Trader, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    const refuse = (refusal: RefusalError, reason: string) =>
      refuseTrader(context, transaction, caller, { refusal, reason, ...(trader && { trader }) });
    if (!passkey || !trader) return refuse(unknownPasskey(), UNKNOWN);
    if (isBanned(trader))
      return refuse(banRefusal({ banReason: trader.banReason ?? null }), "Banned");
    if (!(await countUse(context, transaction, passkey))) return refuse(unknownPasskey(), COPIED);
    return openTraderSession(context, transaction, caller, { trader, remember });
  });
  if (outcome instanceof RefusalError) throw outcome;
  await refund(context, caller);
  return outcome;
}

async function refuseTrader(
  context: Context,
  transaction: Transaction,
  caller: Caller,
  { refusal, reason, trader }: { refusal: RefusalError; reason: string; trader?: AuditedTrader },
): Promise<RefusalError> {
  const actor = { kind: "visitor", caller } as const;
  const action = "trader.sign-in-refused";
  await recordEvent(context, transaction, actor, { action, reason, ...(trader && { trader }) });
  return refusal;
}

/** @throws RefusalError if the passkey does not belong to an administrator, or its response is invalid */
export async function signInAdministratorWithPasskey(
  context: Context,
  caller: Caller,
  { credential }: { credential: AuthenticationResponse },
): Promise<OpenedSession> {
  const input = { kind: "administrator", response: credential } as const;
  const passkey = await verifyPasskey(context, caller, input);
  const session = await inTransaction(context.database, async (transaction) => {
    const administrator = await findOwner(transaction, passkey);
    if (passkey && administrator && (await countUse(context, transaction, passkey)))
      return openAdministratorSession(context, transaction, caller, {
        administrator,
        secondFactor: true,
      });
    const actor = { kind: "visitor", caller } as const;
    const reason = administrator ? `${COPIED} (${administrator.label})` : UNKNOWN;
    await recordEvent(context, transaction, actor, {
      action: "administrator.sign-in-refused",
      reason,
    });
    return null;
  });
  if (!session) throw unknownPasskey();
  await refund(context, caller);
  return session;
}

async function findOwner(transaction: Transaction, passkey: VerifiedPasskey | undefined) {
  if (!passkey) return null;
  return transaction.findOne(
    Administrator,
    { id: passkey.ownerId, revokedAt: null },
    { lockMode: LockMode.PESSIMISTIC_WRITE },
  );
}

/** Removes the two calls of a successful sign-in from the count. */
async function refund({ throttle }: Context, { address }: Caller): Promise<void> {
  await throttle.refund("passkeyByAddress", address);
  await throttle.refund("passkeyByAddress", address);
}
