import type { Kysely } from "kysely";
import type { z } from "zod";
import { recordEvent } from "../../../identity/audit/record-event.ts";
import { proveSecondFactor } from "../../../identity/second-factor/prove-second-factor.ts";
import type { TraderActor } from "../../../identity/sessions/authenticate.ts";
import { lockOwnTrader } from "../../../identity/sessions/lock-actor.ts";
import {
  byTrader,
  type OwnDataPart,
  SEALED_DETAILS,
} from "../../../identity/users/own-data-part.ts";
import type { Context } from "../../../platform/context.ts";
import { text, timestamp } from "../../../platform/database/columns.ts";
import { inTransaction, kyselyOf } from "../../../platform/database/database.ts";
import type { Transaction } from "../../../platform/database/orm.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { notFound } from "../../../platform/errors.ts";
import { seal, type SealedColumns, unseal } from "../../../platform/vault/cipher.ts";
import { sendNotice } from "../../office/mails/send-notice.ts";
import { type PaymentMethod, paymentMethods } from "../payouts/payout.rule.ts";
import type { removeDetailsInput, saveDetailsInput, SavedDetails } from "./saved-details.schema.ts";

export const savedPayoutDetails: SealedColumns = {
  label: "saved payout details",
  table: "saved_details",
  columns: ["sealed_details"],
  owner: "user_id",
  boundTo: "saved_details.payment_details",
};

/** Reads where a trader is to be paid, the last saved first. */
export async function listSavedDetails(
  { cipher, database }: Context,
  traderId: number,
): Promise<SavedDetails[]> {
  const rows = await database.kysely
    .selectFrom("saved_details")
    .select(["payment_method as paymentMethod", "sealed_details as sealed", "saved_at as savedAt"])
    .where("user_id", "=", traderId)
    .orderBy("saved_at", "desc")
    .orderBy("payment_method")
    .execute();
  return rows.map(({ paymentMethod, sealed, savedAt }) => ({
    paymentMethod,
    paymentDetails: unseal(cipher, savedPayoutDetails, traderId, sealed),
    savedAt: new Date(savedAt),
  }));
}

/**
 * Saves where a trader is to be paid by a method, in place of what was saved for it, and mails them about it: a thief
 * who changes it could receive the next payout.
 * @throws RefusalError if the second factor is missing or wrong, or the trader has been banned or signed out
 */
export async function saveDetails(
  context: Context,
  actor: TraderActor,
  { paymentMethod, paymentDetails, ...proof }: z.output<typeof saveDetailsInput>,
): Promise<SavedDetails[]> {
  await proveSecondFactor(context, actor, proof);
  const { id } = actor.trader;
  await inTransaction(context.database, async (transaction) => {
    await lockOwnTrader(transaction, actor);
    const values = {
      sealed_details: seal(context.cipher, savedPayoutDetails, id, paymentDetails),
      saved_at: context.clock.now().toISOString(),
    };
    await kyselyOf(transaction)
      .insertInto("saved_details")
      .values({ user_id: id, payment_method: paymentMethod, ...values })
      .onConflict((conflict) => conflict.columns(["user_id", "payment_method"]).doUpdateSet(values))
      .execute();
    await tell(context, transaction, actor, { action: "saved", paymentMethod });
  });
  return listSavedDetails(context, id);
}

/**
 * Removes what was saved for a method. Requests that were made with it keep their details.
 * @throws RefusalError if the second factor is missing or wrong, or if nothing is saved for the method
 */
export async function removeDetails(
  context: Context,
  actor: TraderActor,
  { paymentMethod, ...proof }: z.output<typeof removeDetailsInput>,
): Promise<SavedDetails[]> {
  await proveSecondFactor(context, actor, proof);
  const { id } = actor.trader;
  await inTransaction(context.database, async (transaction) => {
    await lockOwnTrader(transaction, actor);
    const { numDeletedRows } = await kyselyOf(transaction)
      .deleteFrom("saved_details")
      .where("user_id", "=", id)
      .where("payment_method", "=", paymentMethod)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw notFound("Saved payout details");
    await tell(context, transaction, actor, { action: "removed", paymentMethod });
  });
  return listSavedDetails(context, id);
}

interface Change {
  action: "saved" | "removed";
  paymentMethod: PaymentMethod;
}

/** Mails the trader, and records the change, neither with the details. */
async function tell(
  context: Context,
  transaction: Transaction,
  actor: TraderActor,
  { action, paymentMethod }: Change,
): Promise<void> {
  const { trader } = actor;
  const method = paymentMethods[paymentMethod];
  const notice = { kind: "payout-details-changed", what: action, method } as const;
  await sendNotice(context, transaction, trader, notice);
  const [from, to] = action === "saved" ? [null, paymentMethod] : [paymentMethod, null];
  await recordEvent(context, transaction, actor, {
    action: `payout-details.${action}`,
    trader,
    changes: { paymentMethod: { from, to } },
  });
}

/**
 * Removes what was saved at a moment or after it, by a thief in place of the trader, who must be locked.
 * @returns the methods
 */
export async function removeDetailsSince(
  kysely: Kysely<Tables>,
  traderId: number,
  since: Date,
): Promise<PaymentMethod[]> {
  const removed = await kysely
    .deleteFrom("saved_details")
    .where("user_id", "=", traderId)
    .where("saved_at", ">=", since.toISOString())
    .returning("payment_method as method")
    .execute();
  return removed.map(({ method }) => method).toSorted();
}

export const savedDetailsPart: OwnDataPart = {
  name: "saved-payout-details",
  about: "Where the trader is to be paid, saved to be chosen for requests",
  table: "saved_details",
  where: byTrader("saved_details.user_id"),
  key: ["saved_details.payment_method"],
  columns: {
    paymentMethod: text("saved_details.payment_method"),
    [SEALED_DETAILS]: text("saved_details.sealed_details"),
    savedAt: timestamp("saved_details.saved_at"),
  },
  revealDetails: (cipher, { traderId }, sealed) =>
    unseal(cipher, savedPayoutDetails, traderId, sealed),
};
