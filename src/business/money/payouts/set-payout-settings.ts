import type { z } from "zod";
import type { StaffActor } from "../../../identity/tokens/token-actor.ts";
import { saveSettings } from "../../../platform/audit/save-settings.ts";
import type { Context } from "../../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../../platform/database/database.ts";
import { lockSettings } from "../../../platform/database/lock-settings.ts";
import type { ApprovalLimit } from "./approval.rule.ts";
import { readApprovalLimit, readPayoutSettings } from "./payout-settings.queries.ts";
import type { PayoutSettings, setPayoutSettingsInput } from "./payout-settings.schema.ts";

/** Sets the amount above which an approval needs a second administrator. */
export async function setPayoutSettings(
  context: Context,
  actor: StaffActor,
  input: z.output<typeof setPayoutSettingsInput>,
): Promise<PayoutSettings> {
  await inTransaction(context.database, async (em) => {
    const kysely = kyselyOf(em);
    await lockSettings(kysely, "payout_settings");
    const before = await readApprovalLimit(kysely);
    const { secondApprovalAbove, secondApprovalCurrency = before.secondApprovalCurrency } = input;
    await saveSettings(context, em, actor, {
      table: "payout_settings",
      action: "payout-settings.changed",
      before: auditedLimit(before),
      after: auditedLimit({ secondApprovalAbove, secondApprovalCurrency }),
      row: {
        second_approval_above: secondApprovalAbove,
        second_approval_currency: secondApprovalCurrency,
      },
    });
  });
  return readPayoutSettings(context);
}

/** One field, because neither says anything without the other. Earlier events contain dollars without a currency. */
function auditedLimit({ secondApprovalAbove, secondApprovalCurrency }: ApprovalLimit) {
  const currency = secondApprovalCurrency === "USD" ? "" : ` ${secondApprovalCurrency}`;
  return { secondApprovalAbove: secondApprovalAbove && `${secondApprovalAbove}${currency}` };
}
