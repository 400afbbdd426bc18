import type { Selectable } from "kysely";
import type { z } from "zod";
import { accentShades, accentWarnings } from "./accent.rule.ts";
import { type BrandFields, logoPath, noBrand } from "./brand.queries.ts";
import type { Context } from "../../../platform/context.ts";
import type { StaffActor } from "../../../identity/tokens/authenticate-token.ts";
import { lockSettings, saveSettings } from "../../../identity/audit/save-settings.ts";
import { afterCommit, inTransaction, kyselyOf } from "../../../platform/database/database.ts";
import type { Transaction } from "../../../platform/database/orm.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { removeFiles, withStoredFile } from "../../../platform/storage/remove-files.ts";
import type { BrandSettings, LogoKind, setBrandInput } from "./brand.schema.ts";

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
 * Changes the given fields of the firm's brand in `transaction`.
 * @returns the fields as they were before
 */
export async function changeBrand(
  context: Context,
  transaction: Transaction,
  actor: StaffActor,
  fields: Partial<BrandFields>,
): Promise<BrandFields> {
  const kysely = kyselyOf(transaction);
  await lockSettings(kysely, "firm_brand");
  const found = await kysely.selectFrom("firm_brand").selectAll().executeTakeFirst();
  const before: BrandFields = found ?? noBrand;
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
