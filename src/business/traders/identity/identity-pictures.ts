import { readFile, rm, writeFile } from "node:fs/promises";
import { changesBetween } from "../../../identity/audit/audit-event.rule.ts";
import { recordEvent } from "../../../identity/audit/record-event.ts";
import type { TraderActor } from "../../../identity/sessions/authenticate.ts";
import { lockOwnTrader } from "../../../identity/sessions/lock-actor.ts";
import type { StaffActor } from "../../../identity/tokens/authenticate-token.ts";
import type { Context } from "../../../platform/context.ts";
import { afterCommit, inTransaction } from "../../../platform/database/database.ts";
import { notFound } from "../../../platform/errors.ts";
import { removeFiles, withStoredFile } from "../../../platform/storage/remove-files.ts";
import { hasPdfHeader } from "../../../platform/storage/file-headers.ts";
import { sealFile, unsealFile } from "../../../platform/vault/sealed-file.ts";
import { logoKindOf } from "../../office/brand/brand.schema.ts";
import { IdentityFile } from "./identity.entity.ts";
import { type PictureKind, type PictureSide, pictureTypes } from "./identity.rule.ts";
import type { IdentityPicture } from "./identity.schema.ts";
import { presentPicture } from "./identities.queries.ts";
import { withoutMetadata } from "./picture-metadata.ts";
import { noDraft, readLockedIdentity } from "./save-identity.ts";
import { sealPictureKey, unsealPictureKey } from "./sealed-identity.ts";

/**
 * Detects the type of a picture from its content, regardless of its name and declared type.
 * @param start the first 64 bytes
 */
export function pictureKindOf(start: Buffer): PictureKind | undefined {
  if (hasPdfHeader(start)) return "pdf";
  const kind = logoKindOf(start);
  return kind === "webp" ? undefined : kind;
}

interface UploadedPicture {
  /** A complete, scanned file. */
  path: string;
  side: PictureSide;
  kind: PictureKind;
  size: number;
}

/**
 * Adds a picture to the draft of a trader without its metadata, in place of that of the same side.
 * @throws RefusalError without a draft
 */
export async function addPicture(
  context: Context,
  actor: TraderActor,
  { path, ...uploaded }: UploadedPicture,
): Promise<IdentityPicture> {
  const content = withoutMetadata(await readFile(path), uploaded.kind);
  await writeFile(path, content);
  const picture = { ...uploaded, size: content.length };
  const sealed = await sealFile(path);
  try {
    return await withStoredFile(context, "sealed", sealed.path, (fileKey) =>
      insertPicture(context, actor, picture, { fileKey, key: sealed.key }),
    );
  } finally {
    // Only exists if it could not be stored.
    await rm(sealed.path, { force: true });
  }
}

async function insertPicture(
  context: Context,
  actor: TraderActor,
  { side, kind, size }: Omit<UploadedPicture, "path">,
  { fileKey, key }: { fileKey: string; key: string },
): Promise<IdentityPicture> {
  const { added, replaced } = await inTransaction(context.database, async (transaction) => {
    const trader = await lockOwnTrader(transaction, actor);
    const { latest: identity } = await readLockedIdentity(context, transaction, trader);
    if (identity?.status !== "draft") throw noDraft();
    const former = await transaction.findOne(IdentityFile, { identity, side });
    // Before the insert, which the unique side would reject.
    if (former) await transaction.remove(former).flush();
    const inserted = transaction.create(IdentityFile, {
      identity,
      userId: trader.id,
      side,
      kind,
      size,
      fileKey,
      dataKey: sealPictureKey(context.cipher, trader.id, key),
      uploadedAt: context.clock.now(),
    });
    await transaction.flush();
    const isShared =
      former && (await transaction.count(IdentityFile, { fileKey: former.fileKey })) > 0;
    await recordEvent(context, transaction, actor, {
      action: "identity.picture-added",
      trader,
      changes: changesBetween({}, { identityId: identity.id, fileId: inserted.id, side }),
    });
    return {
      added: presentPicture(inserted),
      replaced: former && !isShared ? [former.fileKey] : [],
    };
  });
  await afterCommit(context.database, () => removeFiles(context, replaced));
  return added;
}

/** A decrypted picture. */
export interface OpenedPicture {
  content: Buffer;
  type: (typeof pictureTypes)[PictureKind];
  name: string;
}

/**
 * Opens a picture for staff. The view is recorded before the response, so that no picture is sent without an entry in the
 * audit log.
 * @throws RefusalError if it does not exist any more
 */
export async function viewPicture(
  context: Context,
  actor: StaffActor,
  id: number,
): Promise<OpenedPicture> {
  const picture = await context.database.kysely
    .selectFrom("identity_files")
    .innerJoin("users", "users.id", "identity_files.user_id")
    .select(["identity_id as identityId", "side", "kind", "file_key as key", "data_key as dataKey"])
    .select(["users.id as traderId", "users.full_name as fullName", "users.email"])
    .where("identity_files.id", "=", id)
    .executeTakeFirst();
  const file = picture && (await context.files.open(picture.key));
  if (!file) throw notFound("Picture");
  const { traderId, fullName, email, identityId, side, kind } = picture;
  const key = unsealPictureKey(context.cipher, traderId, picture.dataKey);
  const content = await unsealFile(file.stream, key);
  await inTransaction(context.database, (transaction) =>
    recordEvent(context, transaction, actor, {
      action: "identity.viewed",
      trader: { id: traderId, fullName, email },
      changes: changesBetween({}, { identityId, fileId: id, side }),
    }),
  );
  return { content, type: pictureTypes[kind], name: `${side}.${kind}` };
}
