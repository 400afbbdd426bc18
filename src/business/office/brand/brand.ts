import type { Kysely, Selectable } from "kysely";
import type { z } from "zod";
import type { Letterhead, ReadLetterhead } from "../../../platform/mail/render-mail.ts";
import { accentShades, accentWarnings } from "./accent.rule.ts";
import type { Config } from "../../../platform/config/config.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import type { Context } from "../../../platform/context.ts";
import type { StaffActor } from "../../../identity/tokens/authenticate-token.ts";
import { lockSettings, saveSettings } from "../../../identity/audit/save-settings.ts";
import { afterCommit, inTransaction, kyselyOf } from "../../../platform/database/database.ts";
import type { Transaction } from "../../../platform/database/orm.ts";
import { removeFiles, withStoredFile } from "../../../platform/storage/remove-files.ts";
import type { BrandSettings, LogoKind, setBrandInput } from "./brand.schema.ts";

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

type BrandFields = Omit<Selectable<Tables["firm_brand"]>, "id" | "updated_at" | "updated_by">;

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

/** Names the fields as the audit log does. */
const snapshot = (fields: BrandFields) => ({
  name: fields.name,
  accent: fields.accent,
  logo: fields.logo_key,
  senderName: fields.sender_name,
  termsUrl: fields.terms_url,
  privacyUrl: fields.privacy_url,
  supportAddress: fields.support_address,
});

/**
 * Changes the given fields of the firm's brand in `transaction`.
 * @returns the fields as they were before
 */
async function changeBrand(
  context: Context,
  transaction: Transaction,
  actor: StaffActor,
  fields: Partial<BrandFields>,
): Promise<BrandFields> {
  const kysely = kyselyOf(transaction);
  await lockSettings(kysely, "firm_brand");
  const row = await kysely.selectFrom("firm_brand").selectAll().executeTakeFirst();
  const before: BrandFields = row ?? noBrand;
  await saveSettings(context, transaction, actor, {
    table: "firm_brand",
    action: "brand.changed",
    before: snapshot(before),
    after: snapshot({ ...before, ...fields }),
    row: fields,
    defaults: noBrand,
  });
  return before;
}

/** Changes how the firm presents itself. Omitted fields keep their values. */
export async function setBrand(
  context: Context,
  actor: StaffActor,
  input: z.output<typeof setBrandInput>,
): Promise<BrandSettings> {
  const { name, accent, senderName, termsUrl, privacyUrl, supportAddress } = input;
  const fields: Partial<Selectable<Tables["firm_brand"]>> = {
    ...(name !== undefined && { name }),
    ...(accent !== undefined && { accent }),
    ...(senderName !== undefined && { sender_name: senderName }),
    ...(termsUrl !== undefined && { terms_url: termsUrl }),
    ...(privacyUrl !== undefined && { privacy_url: privacyUrl }),
    ...(supportAddress !== undefined && { support_address: supportAddress }),
  };
  await inTransaction(context.database, (transaction) =>
    changeBrand(context, transaction, actor, fields),
  );
  return readBrandSettings(context);
}

/**
 * Sets the firm's logo. The file is stored before the row refers to it, so that a logo in use always exists. The
 * previous file is removed after the commit; housekeeping removes any that are left over.
 * @param file a complete, checked image, which is moved into storage
 */
export async function setLogo(
  context: Context,
  actor: StaffActor,
  file: { path: string; kind: LogoKind },
): Promise<BrandSettings> {
  await withStoredFile(context, file.kind, file.path, (key) => replaceLogo(context, actor, key));
  return readBrandSettings(context);
}

/** Restores the default mark. Removing a logo that is not set changes nothing. */
export async function removeLogo(context: Context, actor: StaffActor): Promise<BrandSettings> {
  await replaceLogo(context, actor, null);
  return readBrandSettings(context);
}

async function replaceLogo(
  context: Context,
  actor: StaffActor,
  logoKey: string | null,
): Promise<void> {
  const { logo_key: former } = await inTransaction(context.database, (transaction) =>
    changeBrand(context, transaction, actor, { logo_key: logoKey }),
  );
  if (former !== null) await afterCommit(context.database, () => removeFiles(context, [former]));
}
