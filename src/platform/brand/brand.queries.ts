import type { Kysely } from "kysely";
import type { Config } from "../config/config.ts";
import type { Tables } from "../database/tables.ts";
import type { BrandRow } from "./brand.tables.ts";

/** How the firm presents itself on screens, in mails and in documents. */
export interface Brand {
  name: string;
  /** As the owner chose it, such as `#2742d6`; `null` for the default. */
  accent: string | null;
  logoKey: string | null;
  /** `null` if `MAIL_FROM` decides. */
  senderName: string | null;
  termsUrl: string | null;
  privacyUrl: string | null;
  /** An email or a URL. */
  supportAddress: string | null;
}

export type BrandFields = Omit<BrandRow, "id" | "updated_at" | "updated_by">;

/** What a firm that has set nothing is stored as. */
export const noBrand: BrandFields = {
  name: null,
  accent: null,
  logo_key: null,
  sender_name: null,
  terms_url: null,
  privacy_url: null,
  support_address: null,
};

/** @returns what the owner has set, and the configuration's values for the rest */
export async function readBrand(
  kysely: Kysely<Tables>,
  { firmName }: Pick<Config, "firmName">,
): Promise<Brand> {
  const row = await kysely.selectFrom("firm_brand").selectAll().executeTakeFirst();
  return presentBrand(row ?? noBrand, firmName);
}

/** @param firmName the name of the configuration, for a firm that has set none */
export function presentBrand(row: BrandFields, firmName: string): Brand {
  return {
    name: row.name ?? firmName,
    accent: row.accent,
    logoKey: row.logo_key,
    senderName: row.sender_name ?? row.name,
    termsUrl: row.terms_url,
    privacyUrl: row.privacy_url,
    supportAddress: row.support_address,
  };
}

/** The path of the logo on the public origin; its file never changes. */
export function logoPath(logoKey: string): string {
  return `/api/brand/logo/${logoKey}`;
}
