import type { Kysely, Selectable } from "kysely";
import type { Letterhead, ReadLetterhead } from "../../../platform/mail/render-mail.ts";
import { accentShades } from "./accent.rule.ts";
import type { Config } from "../../../platform/config/config.ts";
import type { Tables } from "../../../platform/database/tables.ts";

/** How the firm presents itself on screens, in mails and in documents. */
export interface Brand {
  name: string;
  /** The colour that the owner chose, such as `#2742d6`; `null` for the default. */
  accent: string | null;
  logoKey: string | null;
  /** The sender of mails; `null` for the name in `MAIL_FROM`. */
  senderName: string | null;
  termsUrl: string | null;
  privacyUrl: string | null;
  /** An email address or a URL. */
  supportAddress: string | null;
}

export type BrandFields = Omit<
  Selectable<Tables["firm_brand"]>,
  "id" | "updated_at" | "updated_by"
>;

/** The brand of a firm that has changed nothing. */
export const noBrand: BrandFields = {
  name: null,
  accent: null,
  logo_key: null,
  sender_name: null,
  terms_url: null,
  privacy_url: null,
  support_address: null,
};

/** @returns the values that an owner has set, and defaults for the others */
export async function readBrand(
  kysely: Kysely<Tables>,
  { firmName }: Pick<Config, "firmName">,
): Promise<Brand> {
  const row = await kysely.selectFrom("firm_brand").selectAll().executeTakeFirst();
  return presentBrand(row ?? noBrand, firmName);
}

/** @param firmName the configured name, which is used if the brand has none */
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

/** Returns the path of the logo on the public origin. The file at a path never changes. */
export function logoPath(logoKey: string): string {
  return `/api/brand/logo/${logoKey}`;
}

/** Returns how mails in this brand look. */
export function letterheadOf({ accent, logoKey, ...brand }: Brand): Letterhead {
  return {
    ...brand,
    logoPath: logoKey === null ? null : logoPath(logoKey),
    shades:
      accent === null
        ? null
        : { light: accentShades(accent, "light"), dark: accentShades(accent, "dark") },
  };
}

/** Reads how the firm's mails look at the time. */
export function readLetterhead(config: Pick<Config, "firmName">): ReadLetterhead {
  return async (kysely) => letterheadOf(await readBrand(kysely, config));
}
