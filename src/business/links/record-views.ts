import { type AuditedTrader, recordEvents } from "../../identity/audit/record-event.ts";
import type { StaffActor } from "../../identity/tokens/authenticate-token.ts";
import type { Context } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";

/** Records that traders were shown together, for each of them. */
export async function recordViews(
  context: Context,
  actor: StaffActor,
  traders: readonly AuditedTrader[],
): Promise<void> {
  if (traders.length === 0) return;
  await inTransaction(context.database, (transaction) =>
    recordEvents(
      context,
      transaction,
      traders.map((trader) => ({ actor, action: "link.viewed", trader })),
    ),
  );
}
