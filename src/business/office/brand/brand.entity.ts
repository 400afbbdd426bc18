import { defineEntity, p } from "@mikro-orm/core";

/** How the firm presents itself. The table has at most one row; `null` stands for a default. */
export const FirmBrand = defineEntity({
  name: "FirmBrand",
  tableName: "firm_brand",
  properties: {
    id: p.integer().$type<1>().primary().autoincrement(false),
    name: p.text().nullable(),
    accent: p.text().nullable(),
    /** The key of the logo in the file storage. */
    logoKey: p.text().nullable().unique("firm_brand_logo_key_key"),
    senderName: p.text().nullable(),
    termsUrl: p.text().nullable(),
    privacyUrl: p.text().nullable(),
    supportAddress: p.text().nullable(),
    updatedAt: p.datetime(3),
    updatedBy: p.text(),
  },
  checks: [
    { name: "firm_brand_id_check", expression: "id = 1" },
    { name: "firm_brand_accent_check", expression: "accent ~ '^#[0-9a-f]{6}$'" },
  ],
});
