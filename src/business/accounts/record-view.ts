import { type AuditedTrader, recordEvent } from "../../platform/audit/record-event.ts";
import type { Context } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import type { AdministratorActor } from "../../identity/sessions/actor.ts";
import type { TradingAccount } from "./account.schema.ts";

/**
 * Before a platform password goes out to an administrator, the log says so: whoever cannot be
 * recorded sees nothing.
 */
export async function recordMasterPasswordView(
  context: Context,
  actor: AdministratorActor,
  trader: AuditedTrader,
  account: Pick<TradingAccount, "masterPassword">,
): Promise<void> {
  if (account.masterPassword === null) return;
  await inTransaction(context.database, (em) =>
    recordEvent(context, em, actor, { action: "master-password.viewed", trader }),
  );
}
