import type { z } from "zod";
import type { StaffActor } from "../../../identity/tokens/authenticate-token.ts";
import { lockSettings, saveSettings } from "../../../identity/audit/save-settings.ts";
import type { Context } from "../../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../../platform/database/database.ts";
import type { PaymentAccount, setPaymentAccountInput } from "./payments.schema.ts";
import { readPaymentAccount } from "./payments.queries.ts";

/** Sets the account that SEPA files debit. */
export async function setPaymentAccount(
  context: Context,
  actor: StaffActor,
  account: z.output<typeof setPaymentAccountInput>,
): Promise<PaymentAccount> {
  await inTransaction(context.database, async (transaction) => {
    const kysely = kyselyOf(transaction);
    await lockSettings(kysely, "firm_payment_account");
    const former = await readPaymentAccount({ database: { ...context.database, kysely } });
    const before = former ? { name: former.name, iban: former.iban, bic: former.bic } : {};
    await saveSettings(context, transaction, actor, {
      table: "firm_payment_account",
      action: "payment-account.changed",
      before,
      after: account,
      row: account,
    });
  });
  return (await readPaymentAccount(context))!;
}
