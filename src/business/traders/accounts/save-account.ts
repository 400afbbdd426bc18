import { recordEvent } from "../../../platform/audit/record-event.ts";
import type { Context } from "../../../platform/context.ts";
import { inTransaction } from "../../../platform/database/database.ts";
import type { StaffActor } from "../../../identity/tokens/token-actor.ts";
import { lockTrader } from "../../../identity/users/lock-trader.ts";
import { RefusalError } from "../../../platform/lib/errors.ts";
import type { AccountStatus } from "./account-status.rule.ts";
import type { AccountFields, AccountWithoutPassword } from "./account.schema.ts";
import { getAccount } from "./accounts.queries.ts";
import { changeAccount, findLockedAccount } from "./change-account.ts";

interface SaveOptions {
  /** Recorded in the audit log as entered. */
  reason: string | null | undefined;
  /** The status that the administrator saw; not checked if `undefined`. */
  expectedStatus: AccountStatus | undefined;
}

/**
 * Saves the given fields of a trader's account.
 * @throws RefusalError if the trader does not exist or, with the current account, if its status is no longer the
 * expected one
 */
export async function saveAccount(
  context: Context,
  actor: StaffActor,
  traderId: number,
  fields: AccountFields,
  { reason, expectedStatus }: SaveOptions,
): Promise<AccountWithoutPassword> {
  const isExpected = await inTransaction(context.database, async (em) => {
    const trader = await lockTrader(em, traderId);
    if (expectedStatus !== undefined) {
      const { status } = await findLockedAccount(em, trader);
      if (status !== expectedStatus) return false;
    }
    const changes = await changeAccount(context, em, actor, trader, fields);
    await recordEvent(context, em, actor, {
      action: "account.updated",
      trader,
      changes,
      reason: reason ?? null,
    });
    return true;
  });
  const account = await getAccount(context, traderId);
  if (isExpected) return account;
  throw new RefusalError(
    "conflict",
    `The status has been changed to ${account.status} in the meantime`,
    { current: account },
  );
}
