import type { Kysely } from "kysely";
import { rolesWith } from "../../../identity/roles/roles.rule.ts";
import type { Context } from "../../../platform/context.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import type { ApprovalLimit } from "./approval.rule.ts";
import type { PayoutSettings } from "./payout-settings.schema.ts";

/** Reads how payout requests are decided. Until an owner changes it, one administrator is always enough. */
export async function readPayoutSettings({
  database: { kysely },
}: Pick<Context, "database">): Promise<PayoutSettings> {
  const found = await kysely
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
    updatedAt: found ? new Date(found.updatedAt) : null,
    updatedBy: found?.updatedBy ?? null,
  };
}

/** Reads the amount above which two administrators must approve, with its currency. */
export async function readApprovalLimit(kysely: Kysely<Tables>): Promise<ApprovalLimit> {
  const found = await kysely
    .selectFrom("payout_settings")
    .select([
      "second_approval_above as secondApprovalAbove",
      "second_approval_currency as secondApprovalCurrency",
    ])
    .executeTakeFirst();
  return found ?? { secondApprovalAbove: null, secondApprovalCurrency: "USD" };
}
