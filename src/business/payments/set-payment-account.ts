import type { z } from "zod";
import type { StaffActor } from "../../identity/bearer/token-actor.ts";
import { changesBetween, hasChanges } from "../../platform/audit/changes.rule.ts";
import { recordEvent } from "../../platform/audit/record-event.ts";
import type { Context } from "../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../platform/database/database.ts";
import { lockSettings } from "../../platform/database/lock-settings.ts";
import type { PaymentAccount, setPaymentAccountInput } from "./payments.schema.ts";
import { readPaymentAccount } from "./payments.queries.ts";

/** Sets the account that SEPA files debit. */
export async function setPaymentAccount(
  context: Context,
  actor: StaffActor,
  { name, iban, bic }: z.output<typeof setPaymentAccountInput>,
): Promise<PaymentAccount> {
  await inTransaction(context.database, async (em) => {
    const kysely = kyselyOf(em);
    await lockSettings(kysely, "firm_payment_account");
    const former = await readPaymentAccount({ database: { ...context.database, kysely } });
    const before = former ? { name: former.name, iban: former.iban, bic: former.bic } : {};
    const changes = changesBetween(before, { name, iban, bic });
    if (!hasChanges(changes)) return;
    const at = context.clock.now().toISOString();
    const row = { name, iban, bic, updated_at: at, updated_by: actor.label };
    await kysely
      .insertInto("firm_payment_account")
      .values({ id: 1, ...row })
      .onConflict((conflict) => conflict.column("id").doUpdateSet(row))
      .execute();
    await recordEvent(context, em, actor, { action: "payment-account.changed", changes });
  });
  return (await readPaymentAccount(context))!;
}
