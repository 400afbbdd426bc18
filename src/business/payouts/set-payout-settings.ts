import type { z } from "zod";
import type { StaffActor } from "../../identity/bearer/token-actor.ts";
import { changesBetween, hasChanges } from "../../platform/audit/changes.rule.ts";
import { recordEvent } from "../../platform/audit/record-event.ts";
import type { Context } from "../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../platform/database/database.ts";
import { lockSettings } from "../../platform/database/lock-settings.ts";
import { readPayoutSettings, readSecondApprovalAbove } from "./payout-settings.queries.ts";
import type { PayoutSettings, setPayoutSettingsInput } from "./payout-settings.schema.ts";

/** Sets the amount above which an approval needs a second administrator. */
export async function setPayoutSettings(
  context: Context,
  actor: StaffActor,
  { secondApprovalAbove }: z.output<typeof setPayoutSettingsInput>,
): Promise<PayoutSettings> {
  await inTransaction(context.database, async (em) => {
    const kysely = kyselyOf(em);
    await lockSettings(kysely, "payout_settings");
    const before = { secondApprovalAbove: await readSecondApprovalAbove(kysely) };
    const changes = changesBetween(before, { secondApprovalAbove });
    if (!hasChanges(changes)) return;
    const row = {
      second_approval_above: secondApprovalAbove,
      updated_at: context.clock.now().toISOString(),
      updated_by: actor.label,
    };
    await kysely
      .insertInto("payout_settings")
      .values({ id: 1, ...row })
      .onConflict((conflict) => conflict.column("id").doUpdateSet(row))
      .execute();
    await recordEvent(context, em, actor, { action: "payout-settings.changed", changes });
  });
  return readPayoutSettings(context);
}
