import type { StaffActor } from "../../../identity/tokens/token-actor.ts";
import type { Context } from "../../../platform/context.ts";
import { afterCommit, inTransaction } from "../../../platform/database/database.ts";
import { isOutage } from "../../../platform/database/failures.ts";
import { makeFileKey } from "../../../platform/storage/file-key.ts";
import type { BrandSettings } from "./brand.schema.ts";
import { readBrandSettings } from "./brand-settings.queries.ts";
import { changeBrand } from "./change-brand.ts";
import type { LogoKind } from "./logo.rule.ts";

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
  const key = makeFileKey(file.kind);
  await context.files.store(key, file.path);
  try {
    await replaceLogo(context, actor, key);
  } catch (error) {
    // If the connection was lost, the transaction may have been committed, so the file must stay.
    if (!isOutage(error)) await removeFile(context, key);
    throw error;
  }
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
  const { logo_key: former } = await inTransaction(context.database, (em) =>
    changeBrand(context, em, actor, { logo_key: logoKey }),
  );
  if (former !== null) await afterCommit(context.database, () => removeFile(context, former));
}

async function removeFile({ files, log }: Context, key: string): Promise<void> {
  await files.remove(key).catch((error: unknown) => {
    log.warn({ err: error, key }, "a logo file could not be removed yet");
  });
}
