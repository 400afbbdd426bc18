import type { z } from "zod";
import type { StaffActor } from "../../../identity/tokens/authenticate-token.ts";
import { changeSettings } from "../../../identity/audit/save-settings.ts";
import type { Context } from "../../../platform/context.ts";
import type { PaymentAccount, setPaymentAccountInput } from "./payments.schema.ts";
import { readPaymentAccount } from "./payments.queries.ts";

/** Sets the account that SEPA files debit. */
export async function setPaymentAccount(
  context: Context,
  actor: StaffActor,
  account: z.output<typeof setPaymentAccountInput>,
): Promise<PaymentAccount> {
  const settings = { table: "firm_payment_account", action: "payment-account.changed" } as const;
  await changeSettings(context, actor, settings, async (kysely) => {
    const former = await readPaymentAccount({ database: { ...context.database, kysely } });
    const before = former ? { name: former.name, iban: former.iban, bic: former.bic } : {};
    return {
      before,
      after: account,
      row: account,
    };
  });
  return (await readPaymentAccount(context))!;
}
