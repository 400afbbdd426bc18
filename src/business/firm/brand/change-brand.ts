import type { StaffActor } from "../../../identity/tokens/token-actor.ts";
import { saveSettings } from "../../../platform/audit/save-settings.ts";
import { type BrandFields, noBrand } from "../../../platform/brand/brand.queries.ts";
import type { Context } from "../../../platform/context.ts";
import { kyselyOf } from "../../../platform/database/database.ts";
import { lockSettings } from "../../../platform/database/lock-settings.ts";
import type { Em } from "../../../platform/database/orm.ts";

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
  await saveSettings(context, em, actor, {
    table: "firm_brand",
    action: "brand.changed",
    before: snapshot(before),
    after: snapshot({ ...before, ...fields }),
    row: fields,
    defaults: noBrand,
  });
  return before;
}
