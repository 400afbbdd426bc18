import { LockMode } from "@mikro-orm/core";
import type { z } from "zod";
import { type AuditedTrader, type Caller, recordEvent } from "../audit/record-event.ts";
import type { Context } from "../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../platform/database/database.ts";
import type { Transaction } from "../../platform/database/orm.ts";
import { RefusalError } from "../../platform/errors.ts";
import { sendNotice } from "../mails/send-mail.ts";
import { verifyPassword } from "../passwords/hash.ts";
import { banRefusal, isBanned } from "../users/ban.rule.ts";
import { presentTrader } from "../users/present-trader.ts";
import { Trader } from "../users/trader.entity.ts";
import type { CurrentTrader } from "../users/user.schema.ts";
import { describeDevice, networkOf } from "../sessions/device.ts";
import { type OpenedSession, openSession } from "../sessions/own-sessions.ts";
import {
  checkSecondFactor,
  countCodeAttempt,
  resetCodeAttempts,
} from "../second-factor/prove-identity.ts";
import { completeIfDue } from "../second-factor/recovery.ts";
import { recordTraces } from "../traces/traces.ts";
import type { loginInput } from "./sign-in.schema.ts";
import { hashToken } from "../../platform/vault/tokens.ts";

export interface SignedInTrader {
  trader: CurrentTrader;
  session: OpenedSession;
}

const wrongCredentials = () =>
  new RefusalError("unauthenticated", "Email or password is incorrect.");

/**
 * @throws RefusalError if the email is unknown or the password wrong (the same error for both), if the
 * trader is banned, if the second factor is missing or wrong, or after too many attempts
 */
export async function signInTrader(
  context: Context,
  caller: Caller,
  input: z.output<typeof loginInput>,
): Promise<SignedInTrader> {
  const { database, throttle } = context;
  await throttle.consume("signInByAddress", caller.address);
  await throttle.consume("signInByAccount", input.email);
  const account = await database.kysely
    .selectFrom("users")
    .select(["id", "email", "full_name as fullName", "password"])
    .where("email", "=", input.email)
    .executeTakeFirst();
  const isPasswordCorrect = await verifyPassword(account?.password ?? null, input.password);
  const { remember = false } = input;
  const code = input.code || undefined;
  if (isPasswordCorrect) {
    await throttle.reset("signInByAccount", input.email);
    await throttle.refund("signInByAddress", caller.address);
    if (account) await completeIfDue(context, account.id);
    if (account && code !== undefined) await countCodeAttempt(context, caller, personFor(account));
  }
  // A refusal is returned, not thrown: its audit event must be committed.
  const outcome = await inTransaction(database, (transaction) =>
    isPasswordCorrect && account
      ? completeSignIn(context, transaction, caller, { ...account, remember, code })
      : recordRefusal(context, transaction, caller, account, wrongCredentials()),
  );
  if (outcome instanceof RefusalError) throw outcome;
  if (code !== undefined) await resetCodeAttempts(context, caller, personFor(outcome.trader));
  return outcome;
}

const personFor = ({ id }: { id: number }) => ({ kind: "trader", id }) as const;

interface Credentials {
  id: number;
  /** The hash that the password was verified with. */
  password: string | null;
  remember: boolean;
  code: string | undefined;
}

async function completeSignIn(
  context: Context,
  transaction: Transaction,
  caller: Caller,
  { id, password, remember, code }: Credentials,
): Promise<SignedInTrader | RefusalError> {
  // Compared again under the lock, because the password may have been changed since it was verified.
  const trader = await transaction.findOne(
    Trader,
    { id },
    { lockMode: LockMode.PESSIMISTIC_WRITE },
  );
  if (!trader || trader.password !== password) {
    return recordRefusal(context, transaction, caller, trader ?? undefined, wrongCredentials());
  }
  if (isBanned(trader)) {
    const refusal = banRefusal({ banReason: trader.banReason ?? null });
    return recordRefusal(context, transaction, caller, trader, refusal);
  }
  const actor = { kind: "trader", trader, caller } as const;
  const refusal = await checkSecondFactor(context, transaction, actor, code);
  if (refusal) return recordRefusal(context, transaction, caller, trader, refusal);
  return openTraderSession(context, transaction, caller, { trader, remember });
}

/** Opens a session for a trader whose credentials have been verified. The trader must be locked. */
export async function openTraderSession(
  context: Context,
  transaction: Transaction,
  caller: Caller,
  { trader, remember }: { trader: Trader; remember: boolean },
): Promise<SignedInTrader> {
  const session = openSession(context, transaction, caller, { traderId: trader.id, remember });
  const kept = await recordTraces(context, transaction, trader.id, caller);
  if (await recordDevice(context, transaction, trader.id, caller)) {
    const { address, userAgent } = caller;
    const seen = { device: describeDevice(userAgent), address, at: context.clock.now() };
    await sendNotice(context, transaction, trader, { kind: "new-sign-in", ...seen });
  }
  const actor = { kind: "trader", trader, caller } as const;
  await recordEvent(context, transaction, actor, { action: "trader.signed-in", trader });
  return { trader: presentTrader(trader), session: { ...session, device: kept } };
}

async function recordRefusal(
  context: Context,
  transaction: Transaction,
  caller: Caller,
  trader: AuditedTrader | undefined,
  refusal: RefusalError,
): Promise<RefusalError> {
  // A sign-in that still requires the second factor is not recorded as refused.
  if (refusal.details.reason === "second_factor_required") return refusal;
  const actor = { kind: "visitor", caller } as const;
  const reason = reasonOf(refusal, trader !== undefined);
  await recordEvent(context, transaction, actor, {
    action: "trader.sign-in-refused",
    ...(trader && { trader }),
    reason,
  });
  return refusal;
}

function reasonOf({ details }: RefusalError, isKnown: boolean): string {
  if (details.isBanned) return "Banned";
  if (details.reason) return "Wrong code";
  return isKnown ? "Wrong password" : "Unknown email";
}

/**
 * Records the device and network of a sign-in. The trader must be locked, so that only one of two concurrent sign-ins
 * finds a new device.
 * @returns whether the device is new; false for the trader's first device
 */
export async function recordDevice(
  { clock }: Context,
  transaction: Transaction,
  traderId: number,
  { address, userAgent }: Caller,
): Promise<boolean> {
  const kysely = kyselyOf(transaction);
  const now = clock.now().toISOString();
  const device = hashToken(`${describeDevice(userAgent)} ${networkOf(address)}`);
  const known = await kysely
    .selectFrom("known_devices")
    .select((count) => [
      count.fn.countAll<string>().as("all"),
      count.fn.countAll<string>().filterWhere("device_hash", "=", device).as("same"),
    ])
    .where("trader_id", "=", traderId)
    .executeTakeFirstOrThrow();
  await kysely
    .insertInto("known_devices")
    .values({ trader_id: traderId, device_hash: device, last_seen_at: now })
    .onConflict((conflict) =>
      conflict.columns(["trader_id", "device_hash"]).doUpdateSet({ last_seen_at: now }),
    )
    .execute();
  return known.all !== "0" && known.same === "0";
}
