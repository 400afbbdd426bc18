import type { z } from "zod";
import type { StaffActor } from "../../identity/bearer/token-actor.ts";
import { saveSettings } from "../../platform/audit/save-settings.ts";
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
    await saveSettings(context, em, actor, {
      table: "payout_settings",
      action: "payout-settings.changed",
      before,
      after: { secondApprovalAbove },
      row: { second_approval_above: secondApprovalAbove },
    });
  });
  return readPayoutSettings(context);
}
