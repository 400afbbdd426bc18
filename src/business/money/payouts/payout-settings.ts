import type { Kysely } from "kysely";
import type { z } from "zod";
import { rolesWith } from "../../../identity/roles/roles.rule.ts";
import type { Context } from "../../../platform/context.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import type { StaffActor } from "../../../identity/tokens/authenticate-token.ts";
import { changeSettings } from "../../../identity/audit/save-settings.ts";
import { type ApprovalLimit, isRaised } from "./payout-policy.rule.ts";
import type { PayoutSettings, setPayoutSettingsInput } from "./payout.schema.ts";

/** Reads how payout requests are decided. Until an owner changes it, one administrator is always enough. */
export async function readPayoutSettings({
  database: { kysely },
}: Pick<Context, "database">): Promise<PayoutSettings> {
  const settings = await kysely
    .selectFrom("payout_settings")
    .select(["updated_at as updatedAt", "updated_by as updatedBy"])
    .executeTakeFirst();
  const { count } = await kysely
    .selectFrom("admins")
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .where("revoked_at", "is", null)
    .where("role", "in", rolesWith("payouts.decide"))
    .executeTakeFirstOrThrow();
  return {
    ...(await readApprovalLimit(kysely)),
    deciders: Number(count),
    updatedAt: settings ? new Date(settings.updatedAt) : null,
    updatedBy: settings?.updatedBy ?? null,
  };
}

/** Reads the amount above which two administrators must approve, with its currency. */
export async function readApprovalLimit(kysely: Kysely<Tables>): Promise<ApprovalLimit> {
  const limit = await kysely
    .selectFrom("payout_settings")
    .select([
      "second_approval_above as secondApprovalAbove",
      "second_approval_currency as secondApprovalCurrency",
    ])
    .executeTakeFirst();
  return limit ?? { secondApprovalAbove: null, secondApprovalCurrency: "USD" };
}

/** Sets the amount above which an approval needs a second administrator. */
export async function setPayoutSettings(
  context: Context,
  actor: StaffActor,
  input: z.output<typeof setPayoutSettingsInput>,
): Promise<PayoutSettings> {
  const settings = { table: "payout_settings", action: "payout-settings.changed" } as const;
  await changeSettings(context, actor, settings, async (kysely) => {
    const before = await readApprovalLimit(kysely);
    const { secondApprovalAbove, secondApprovalCurrency = before.secondApprovalCurrency } = input;
    const { expected } = input;
    return {
      expected:
        expected &&
        auditedLimit({
          secondApprovalAbove: expected.secondApprovalAbove,
          secondApprovalCurrency: expected.secondApprovalCurrency ?? before.secondApprovalCurrency,
        }),
      current: before,
      before: auditedLimit(before),
      after: auditedLimit({ secondApprovalAbove, secondApprovalCurrency }),
      row: {
        second_approval_above: secondApprovalAbove,
        second_approval_currency: secondApprovalCurrency,
        ...(isRaised(before, { secondApprovalAbove, secondApprovalCurrency }) && {
          raised_from: before.secondApprovalAbove,
          raised_to: secondApprovalAbove,
          raised_at: context.clock.now().toISOString(),
          raised_by: actor.label,
        }),
      },
    };
  });
  return readPayoutSettings(context);
}

/** One field, because neither says anything without the other. Earlier events contain dollars without a currency. */
function auditedLimit({ secondApprovalAbove, secondApprovalCurrency }: ApprovalLimit) {
  const currency = secondApprovalCurrency === "USD" ? "" : ` ${secondApprovalCurrency}`;
  return { secondApprovalAbove: secondApprovalAbove && `${secondApprovalAbove}${currency}` };
}
