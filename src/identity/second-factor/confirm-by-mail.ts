import { LockMode } from "@mikro-orm/core";
import type { Kysely } from "kysely";
import type { Context } from "../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../platform/database/database.ts";
import type { Transaction } from "../../platform/database/orm.ts";
import type { Tables } from "../../platform/database/tables.ts";
import { invalidField, RefusalError } from "../../platform/errors.ts";
import { formatTypedCode } from "../../platform/fields/typed-code.rule.ts";
import { fromNow } from "../../platform/time/clock.ts";
import { HOUR } from "../../platform/time/durations.rule.ts";
import { generateToken, hashToken } from "../../platform/vault/tokens.ts";
import type { Caller } from "../audit/record-event.ts";
import { sendNotice } from "../mails/send-mail.ts";
import type { TraderActor } from "../sessions/authenticate.ts";
import { lockOwnTrader } from "../sessions/lock-actor.ts";
import { endTraderSessions } from "../sessions/own-sessions.ts";
import { lockTrader } from "../users/lock-trader.ts";
import { ownedBy, recordChange } from "./person.ts";
import { type NewRecoveryCodes, replaceRecoveryCodes } from "./recovery-codes.ts";
import {
  FactorConfirmation,
  type Person,
  type StoredPasskey,
  TotpFactor,
} from "./second-factor.entity.ts";
import { hasSecondFactor } from "./second-factor.queries.ts";
import type { WaitingFactor } from "./second-factor.schema.ts";

const LIFETIME = HOUR;

const invalidToken = () => invalidField("token", "This link is no longer valid");

/**
 * Whether a factor only counts after a link in a mail was opened, as a trader's first one does: with a stolen password
 * alone, a thief could otherwise lock the trader out.
 */
export async function needsConfirmation(kysely: Kysely<Tables>, person: Person): Promise<boolean> {
  return person.kind === "trader" && !(await hasSecondFactor(kysely, person));
}

/**
 * Stores a trader's first factor until it is confirmed, and mails the link, in place of any earlier one. The trader must
 * be locked.
 * @param waiting.passkey `null` for the authenticator app, which its own table already contains
 */
export async function awaitConfirmation(
  context: Context,
  transaction: Transaction,
  { trader, sessionId }: TraderActor,
  { passkey, codes }: { passkey: StoredPasskey | null; codes: NewRecoveryCodes },
): Promise<WaitingFactor> {
  await voidConfirmation(kyselyOf(transaction), trader.id);
  const { salt, hashes } = codes;
  const confirmation = transaction.create(FactorConfirmation, {
    trader: trader.id,
    tokenHash: "",
    expiresAt: context.clock.now(),
    passkey,
    codes: { salt, hashes },
    sessionId,
  });
  const confirmBy = await mailLink(context, transaction, trader, confirmation);
  return { confirmBy, recoveryCodes: codes.codes.map(formatTypedCode) };
}

async function mailLink(
  context: Context,
  transaction: Transaction,
  trader: { id: number; email: string },
  confirmation: FactorConfirmation,
): Promise<Date> {
  const token = generateToken();
  confirmation.tokenHash = hashToken(token);
  confirmation.expiresAt = fromNow(context.clock, LIFETIME);
  await transaction.flush();
  const url = `${context.config.publicUrl}/confirm-second-factor?token=${token}`;
  const passkey = confirmation.passkey?.label ?? null;
  await sendNotice(context, transaction, trader, { kind: "factor-confirmation", url, passkey });
  return confirmation.expiresAt;
}

/**
 * Mails a new link, which replaces the earlier one.
 * @throws RefusalError if no factor waits for a confirmation
 */
export async function resendConfirmation(context: Context, actor: TraderActor): Promise<void> {
  await inTransaction(context.database, async (transaction) => {
    const trader = await lockOwnTrader(transaction, actor);
    const confirmation = await transaction.findOne(FactorConfirmation, { trader: trader.id });
    if (!confirmation)
      throw new RefusalError("conflict", "Nothing waits for a confirmation. Start again.");
    await mailLink(context, transaction, trader, confirmation);
  });
}

/**
 * Makes a trader's first factor count, by a mailed link that may be opened in any browser. Ends the trader's sessions
 * but the one that added it.
 * @throws RefusalError if the token is unknown, used, replaced or expired
 */
export async function confirmByMail(
  context: Context,
  caller: Caller,
  token: string,
): Promise<void> {
  const found = { tokenHash: hashToken(token), expiresAt: { $gt: context.clock.now() } };
  await inTransaction(context.database, async (transaction) => {
    const seen = await transaction.findOne(FactorConfirmation, found);
    if (!seen) throw invalidToken();
    const trader = await lockTrader(transaction, seen.trader.id);
    const confirmation = await transaction.findOne(FactorConfirmation, found, { refresh: true });
    if (!confirmation) throw invalidToken();
    const { passkey, codes, sessionId } = confirmation;
    const person = { kind: "trader", id: trader.id } as const;
    const kysely = kyselyOf(transaction);
    const at = context.clock.now();
    if (passkey) await insertPasskey(kysely, person.id, passkey, at);
    else await turnAppOn(transaction, person, at);
    await replaceRecoveryCodes(transaction, person, { ...codes, codes: [] }, at);
    await voidConfirmation(kysely, trader.id);
    await endTraderSessions(kysely, trader.id, { except: sessionId });
    await recordChange(
      context,
      transaction,
      { kind: "trader", trader, caller },
      passkey
        ? {
            action: "passkey.added",
            changes: { passkey: { from: null, to: passkey.label } },
            notice: { what: "passkey-added", label: passkey.label },
            at,
          }
        : { action: "second-factor.totp-added", notice: { what: "totp-added" }, at },
    );
  });
}

async function turnAppOn(transaction: Transaction, person: Person, at: Date): Promise<void> {
  const app = await transaction.findOne(
    TotpFactor,
    { ...ownedBy(person), confirmedAt: null },
    { lockMode: LockMode.PESSIMISTIC_WRITE },
  );
  if (!app) throw invalidToken();
  app.confirmedAt = at;
  await transaction.flush();
}

async function insertPasskey(
  kysely: Kysely<Tables>,
  traderId: number,
  passkey: StoredPasskey,
  at: Date,
): Promise<void> {
  const { credentialId, publicKey, counter, transports, label } = passkey;
  const inserted = await kysely
    .insertInto("passkeys")
    .values({
      user_id: traderId,
      credential_id: credentialId,
      public_key: Buffer.from(publicKey, "base64url"),
      counter,
      transports,
      label,
      created_at: at.toISOString(),
    })
    .onConflict((conflict) => conflict.column("credential_id").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!inserted) throw new RefusalError("conflict", "This passkey is already registered");
}

/** Makes the link that would confirm a trader's first factor invalid, as a new password and a new email do. */
export async function voidConfirmation(kysely: Kysely<Tables>, traderId: number): Promise<void> {
  await kysely.deleteFrom("factor_confirmations").where("user_id", "=", traderId).execute();
}
