import { accentShades, accentWarnings } from "../../../platform/brand/accent.rule.ts";
import { logoPath } from "../../../platform/brand/brand.queries.ts";
import type { Context } from "../../../platform/context.ts";
import type { BrandSettings } from "./brand.schema.ts";

/** Reads the settings that an owner has made, with the shades and warnings that result from them. */
export async function readBrandSettings({
  config,
  database,
}: Pick<Context, "config" | "database">): Promise<BrandSettings> {
  const row = await database.kysely.selectFrom("firm_brand").selectAll().executeTakeFirst();
  const accent = row?.accent ?? null;
  return {
    name: row?.name ?? null,
    defaultName: config.firmName,
    logoUrl: row?.logo_key ? logoPath(row.logo_key) : null,
    accent,
    shades:
      accent === null
        ? null
        : { light: accentShades(accent, "light"), dark: accentShades(accent, "dark") },
    warnings: accent === null ? [] : accentWarnings(accent),
    senderName: row?.sender_name ?? null,
    termsUrl: row?.terms_url ?? null,
    privacyUrl: row?.privacy_url ?? null,
    supportAddress: row?.support_address ?? null,
    updatedAt: row ? new Date(row.updated_at) : null,
    updatedBy: row?.updated_by ?? null,
  };
}
