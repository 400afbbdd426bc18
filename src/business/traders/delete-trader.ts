import type { Kysely } from "kysely";
import type { z } from "zod";
import { accountSnapshot } from "./accounts/change-account.ts";
import { TradingAccount } from "./accounts/account.entity.ts";
import { changesBetween } from "../../identity/audit/audit-event.rule.ts";
import { recordEvent } from "../../identity/audit/record-event.ts";
import type { Context } from "../../platform/context.ts";
import { afterCommit, inTransaction, kyselyOf } from "../../platform/database/database.ts";
import type { Tables } from "../../platform/database/tables.ts";
import { RefusalError } from "../../platform/errors.ts";
import { formatMoney } from "../../platform/money/money.ts";
import { removeFiles } from "../../platform/storage/remove-files.ts";
import type { StaffActor } from "../../identity/tokens/authenticate-token.ts";
import { profileSnapshot } from "./update-trader.ts";
import type { deleteTraderInput, UnpaidPayouts } from "./trader.schema.ts";
import { readUnpaidPayouts } from "./traders.queries.ts";
import type { Trader } from "../../identity/users/trader.entity.ts";
import { lockTraderToDelete } from "../../identity/users/lock-trader.ts";

declare module "../../platform/errors.ts" {
  interface RefusalReasons {
    /** The trader cannot be deleted while a payment to them is open. */
    open_payment: true;
    /** The trader's unpaid sums are not those that were expected. */
    unpaid_changed: true;
  }
}

/**
 * Deletes a trader with account, trading record, payouts, certificates and sessions. The files are removed after the
 * commit.
 * @throws RefusalError if the trader does not exist, has an open payment, or has other unpaid sums than
 * `expectedUnpaid`
 */
export async function deleteTrader(
  context: Context,
  actor: StaffActor,
  { id, expectedUnpaid }: z.output<typeof deleteTraderInput>,
): Promise<void> {
  const keys = await inTransaction(context.database, async (transaction) => {
    const trader = await lockTraderToDelete(transaction, id);
    // Decisions and payments lock the trader, too, so none of this changes until the trader is deleted.
    const unpaid = await readUnpaidPayouts(kyselyOf(transaction), id);
    requireDeletable(unpaid, expectedUnpaid);
    const account = await transaction.findOneOrFail(TradingAccount, { trader });
    const fileKeys = await readFileKeys(kyselyOf(transaction), id, account.id);
    const { currency } = account;
    const last = {
      ...profileSnapshot(trader),
      ...accountSnapshot(account),
      currency,
      unpaid: describeSums(unpaid.approved) || null,
    };
    await kyselyOf(transaction)
      .deleteFrom("idempotent_calls")
      .where("actor_kind", "=", "trader")
      .where("actor_id", "=", id)
      .execute();
    await eraseBuyer(kyselyOf(transaction), trader, context.clock.now());
    transaction.remove(trader);
    const changes = changesBetween(last, {});
    await recordEvent(context, transaction, actor, { action: "trader.deleted", trader, changes });
    return fileKeys;
  });
  await afterCommit(context.database, () => removeFiles(context, keys));
}

/** The trader's orders stay without their buyer, and start nothing any more: later news of them make no trader. */
async function eraseBuyer(
  kysely: Kysely<Tables>,
  { id, email }: Pick<Trader, "id" | "email">,
  now: Date,
): Promise<void> {
  const erased = await kysely
    .updateTable("orders")
    .set({ email: null, full_name: null, user_id: null, erased_at: now.toISOString() })
    .where(({ and, eb, or }) =>
      or([eb("user_id", "=", id), and([eb("user_id", "is", null), eb("email", "=", email)])]),
    )
    .returning("id")
    .execute();
  if (erased.length === 0) return;
  await kysely
    .updateTable("order_items")
    .set({ status: "cancelled", reason: null })
    .where(
      "order_id",
      "in",
      erased.map((order) => order.id),
    )
    .where("status", "in", ["held", "queued"])
    .execute();
}

/** Reads the keys of a trader's certificates, statements, attachments and pictures of documents. */
async function readFileKeys(
  kysely: Kysely<Tables>,
  traderId: number,
  accountId: number,
): Promise<string[]> {
  const certificates = await kysely
    .selectFrom("certificates")
    .select("file_key as fileKey")
    .where("user_id", "=", traderId)
    .execute();
  const statements = await kysely
    .selectFrom("statements")
    .select("file_key as fileKey")
    .where("account_id", "=", accountId)
    .execute();
  const attachments = await kysely
    .selectFrom("appeal_attachments")
    .innerJoin("appeals", "appeals.id", "appeal_attachments.appeal_id")
    .select("file_key as fileKey")
    .where("appeals.user_id", "=", traderId)
    .execute();
  const pictures = await kysely
    .selectFrom("identity_files")
    .select("file_key as fileKey")
    .where("user_id", "=", traderId)
    .execute();
  return [...certificates, ...statements, ...attachments, ...pictures].map(
    ({ fileKey }) => fileKey,
  );
}

/** A deleted trader's payment would be open without a name, although the bank may already have its file. */
function requireDeletable(current: UnpaidPayouts, expected: string | undefined): void {
  const [payment] = current.openPayments;
  if (payment) {
    throw new RefusalError(
      "conflict",
      `A payment to this user is open in payment run #${payment.runId}. Remove it from the run or mark it as paid first.`,
      { reason: "open_payment", current },
    );
  }
  if (expected === undefined || describeSums(current.approved) === sortSums(expected.split(",")))
    return;
  const sums = current.approved.map(({ amount, currency }) => formatMoney(amount, currency));
  throw new RefusalError(
    "conflict",
    sums.length === 0
      ? "This user no longer has approved payouts that have not been paid"
      : `This user has ${sums.join(" and ")} approved and not yet paid`,
    { reason: "unpaid_changed", current },
  );
}

/** Returns text such as `4651.28 USD`, with a comma between currencies. */
const describeSums = (sums: UnpaidPayouts["approved"]) =>
  sortSums(sums.map(({ amount, currency }) => `${amount} ${currency}`));

const sortSums = (sums: string[]) =>
  sums
    .map((sum) => sum.trim())
    .toSorted()
    .join(", ");
