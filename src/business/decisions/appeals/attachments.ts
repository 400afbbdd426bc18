import { type Kysely, type RawBuilder, sql } from "kysely";
import { changesBetween } from "../../../identity/audit/audit-event.rule.ts";
import { recordEvent } from "../../../identity/audit/record-event.ts";
import type { TraderActor } from "../../../identity/sessions/authenticate.ts";
import { lockOwnTrader } from "../../../identity/sessions/lock-actor.ts";
import type { Context } from "../../../platform/context.ts";
import { integer, selectRows, text, timestamp } from "../../../platform/database/columns.ts";
import { inTransaction } from "../../../platform/database/database.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { notFound, RefusalError } from "../../../platform/errors.ts";
import { storedFileName } from "../../../platform/storage/storage.ts";
import { withStoredFile } from "../../../platform/storage/remove-files.ts";
import { logoKindOf } from "../../office/brand/brand.schema.ts";
import { hasPdfHeader } from "../../../platform/storage/file-headers.ts";
import { Appeal, AppealAttachment } from "./appeal.entity.ts";
import {
  type AttachmentKind,
  attachmentName,
  attachmentRefusal,
  attachmentTypes,
} from "./appeal.rule.ts";
import type { AppealAttachment as PresentedAttachment } from "./appeal.schema.ts";

/**
 * Detects what a file is from its content, regardless of its name and declared type. A statement is text, or a
 * workbook; it need not be of a platform whose statements can be imported.
 * @param start the first 64 bytes
 */
export function attachmentKindOf(start: Buffer): AttachmentKind | undefined {
  if (hasPdfHeader(start)) return "pdf";
  return logoKindOf(start) ?? (isText(start) || isWorkbook(start) ? "statement" : undefined);
}

const isWorkbook = (start: Buffer) => start.toString("latin1").startsWith("PK\u0003\u0004");

/** MetaTrader writes UTF-16, which contains NUL but begins with a byte order mark. */
function isText(start: Buffer): boolean {
  const bytes = start.toString("latin1");
  return /^(?:\u00ff\u00fe|\u00fe\u00ff)/.test(bytes) || !/[^\t\n\r -\u00ff]/.test(bytes);
}

interface AttachedFile {
  /** A complete, scanned file, which is moved into the storage. */
  path: string;
  fileName: string;
  kind: AttachmentKind;
  size: number;
  sha256: string;
}

/**
 * Attaches a file to an appeal of the trader that has not been decided.
 * @throws RefusalError if the trader has no such appeal, if it has been decided, or if it has enough files
 */
export async function attachToAppeal(
  context: Context,
  actor: TraderActor,
  appealId: number,
  { path, fileName, kind, size, sha256 }: AttachedFile,
): Promise<PresentedAttachment> {
  const attachmentId = await withStoredFile(context, kind, path, (fileKey) =>
    inTransaction(context.database, async (transaction) => {
      // Decisions lock the trader, too.
      const trader = await lockOwnTrader(transaction, actor);
      const appeal = await transaction.findOne(Appeal, { id: appealId, trader });
      if (!appeal) throw notFound("Appeal");
      const attachments = await transaction.count(AppealAttachment, { appeal });
      const isDecided = appeal.decision !== null;
      const refusal = attachmentRefusal({ isDecided, attachments });
      if (refusal !== undefined) throw new RefusalError("conflict", refusal);
      const attachment = transaction.create(AppealAttachment, {
        appeal,
        name: attachmentName(storedFileName(fileName, "attachment"), kind),
        kind,
        size,
        sha256,
        fileKey,
        createdAt: context.clock.now(),
      });
      await transaction.flush();
      const { id, name } = attachment;
      await recordEvent(context, transaction, actor, {
        action: "appeal.file-attached",
        trader,
        changes: changesBetween({}, { appealId, attachmentId: id, fileName: name, size }),
      });
      return id;
    }),
  );
  const [attachment] = await selectAttachments(
    context.database.kysely,
    sql`appeal_attachments.id = ${attachmentId}`,
  );
  return attachment!;
}

/**
 * Lists the files that are attached to an appeal, in the order in which they were attached.
 * @param ownerId the calling trader; undefined for an administrator
 * @throws RefusalError if the appeal does not exist or belongs to another trader (the same error for both)
 */
export async function listAttachments(
  { database: { kysely } }: Pick<Context, "database">,
  appealId: number,
  ownerId?: number,
): Promise<PresentedAttachment[]> {
  const appeal = await kysely
    .selectFrom("appeals")
    .select("id")
    .where("id", "=", appealId)
    .$if(ownerId !== undefined, (query) => query.where("user_id", "=", ownerId!))
    .executeTakeFirst();
  if (!appeal) throw notFound("Appeal");
  return selectAttachments(kysely, sql`appeal_attachments.appeal_id = ${appealId}`);
}

/**
 * Opens a file that is attached to an appeal.
 * @param ownerId the calling trader; undefined for an administrator
 * @throws RefusalError if it does not exist or belongs to another trader (the same error for both)
 */
export async function openAttachment(
  { database, files }: Context,
  id: number,
  ownerId: number | undefined,
) {
  const attachment = await database.kysely
    .selectFrom("appeal_attachments")
    .innerJoin("appeals", "appeals.id", "appeal_attachments.appeal_id")
    .select(["name", "kind", "file_key as key"])
    .where("appeal_attachments.id", "=", id)
    .$if(ownerId !== undefined, (query) => query.where("appeals.user_id", "=", ownerId!))
    .executeTakeFirst();
  const file = attachment && (await files.open(attachment.key));
  if (!file) throw notFound("File");
  return { ...file, name: attachment.name, type: attachmentTypes[attachment.kind] };
}

const columns = {
  id: integer("appeal_attachments.id"),
  appealId: integer("appeal_attachments.appeal_id"),
  name: text("appeal_attachments.name"),
  kind: text("appeal_attachments.kind"),
  size: integer("appeal_attachments.size"),
  createdAt: timestamp("appeal_attachments.created_at"),
};

async function selectAttachments(
  kysely: Kysely<Tables>,
  which: RawBuilder<unknown>,
): Promise<PresentedAttachment[]> {
  const rows = await selectRows(
    kysely,
    columns,
    sql`from appeal_attachments where ${which} order by appeal_attachments.id`,
  );
  return rows.map(({ kind, ...row }) => ({ ...row, type: attachmentTypes[kind] }));
}
