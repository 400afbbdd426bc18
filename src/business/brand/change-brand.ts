import type { StaffActor } from "../../identity/bearer/token-actor.ts";
import { changesBetween, hasChanges } from "../../platform/audit/changes.rule.ts";
import { recordEvent } from "../../platform/audit/record-event.ts";
import { type BrandFields, noBrand } from "../../platform/brand/brand.queries.ts";
import type { Context } from "../../platform/context.ts";
import { kyselyOf } from "../../platform/database/database.ts";
import { lockSettings } from "../../platform/database/lock-settings.ts";
import type { Em } from "../../platform/database/orm.ts";

/** Names the fields as the audit log does. */
const snapshot = (of: BrandFields) => ({
  name: of.name,
  accent: of.accent,
  logo: of.logo_key,
  senderName: of.sender_name,
  termsUrl: of.terms_url,
  privacyUrl: of.privacy_url,
  supportAddress: of.support_address,
});

/**
 * Changes the given fields of the firm's brand in the transaction of `em`.
 * @returns the fields as they were before
 */
export async function changeBrand(
  context: Context,
  em: Em,
  actor: StaffActor,
  fields: Partial<BrandFields>,
): Promise<BrandFields> {
  const kysely = kyselyOf(em);
  await lockSettings(kysely, "firm_brand");
  const found = await kysely.selectFrom("firm_brand").selectAll().executeTakeFirst();
  const before: BrandFields = found ?? noBrand;
  const changes = changesBetween(snapshot(before), snapshot({ ...before, ...fields }));
  if (!hasChanges(changes)) return before;
  const row = {
    ...fields,
    updated_at: context.clock.now().toISOString(),
    updated_by: actor.label,
  };
  await kysely
    .insertInto("firm_brand")
    .values({ id: 1, ...noBrand, ...row })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(row))
    .execute();
  await recordEvent(context, em, actor, { action: "brand.changed", changes });
  return before;
}
