import type { StaffActor } from "../../../identity/tokens/authenticate-token.ts";
import type { Context } from "../../../platform/context.ts";
import { readAuditedTraders, recordViews } from "../record-views.ts";
import type { LinkFile } from "./link-file.schema.ts";
import { openLinkFile } from "./open-link-file.ts";

/**
 * Creates the file of a link as one of its traders sees it; the view is recorded for each trader of the file.
 * @throws RefusalError if no such case was confirmed about the trader
 */
export async function viewLinkFile(
  context: Context,
  actor: StaffActor,
  { id, userId }: { id: number; userId: number },
): Promise<LinkFile> {
  const { file, userIds } = await openLinkFile(context, userId, id);
  const traders = await readAuditedTraders(context.database.kysely, userIds);
  await recordViews(context, actor, traders);
  return file;
}
