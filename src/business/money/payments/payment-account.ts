import type { Kysely } from "kysely";
import type { z } from "zod";
import type { StaffActor } from "../../../identity/tokens/authenticate-token.ts";
import { changeSettings } from "../../../identity/audit/save-settings.ts";
import type { Context } from "../../../platform/context.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import type { PaymentAccount, setPaymentAccountInput } from "./payments.schema.ts";

/** Reads the account that SEPA files debit; `null` until it is set. */
export async function readPaymentAccount({
  database: { kysely },
}: {
  database: { kysely: Kysely<Tables> };
}): Promise<PaymentAccount | null> {
  const account = await kysely
    .selectFrom("firm_payment_account")
    .select(["name", "iban", "bic", "updated_at as updatedAt", "updated_by as updatedBy"])
    .executeTakeFirst();
  return account ? { ...account, updatedAt: new Date(account.updatedAt) } : null;
}

const unset = { name: null, iban: null, bic: null };

/** Sets the account that SEPA files debit. */
export async function setPaymentAccount(
  context: Context,
  actor: StaffActor,
  { expected, ...account }: z.output<typeof setPaymentAccountInput>,
): Promise<PaymentAccount> {
  const settings = { table: "firm_payment_account", action: "payment-account.changed" } as const;
  await changeSettings(context, actor, settings, async (kysely) => {
    const former = await readPaymentAccount({ database: { kysely } });
    const before = former ? { name: former.name, iban: former.iban, bic: former.bic } : unset;
    return {
      expected: expected === null ? unset : expected,
      current: former && before,
      before,
      after: account,
      row: account,
    };
  });
  return (await readPaymentAccount(context))!;
}
