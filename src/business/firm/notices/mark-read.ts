import type { z } from "zod";
import type { TraderActor } from "../../../identity/sessions/actor.ts";
import type { Context } from "../../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../../platform/database/database.ts";
import type { NoticeStatus, readNoticesInput } from "./notice.schema.ts";
import { readNoticeStatus } from "./notices.queries.ts";

/** Marks the given notices of a trader as read, or all of them. Ids of other traders' notices are ignored. */
export async function markRead(
  context: Context,
  { trader }: TraderActor,
  { ids }: z.output<typeof readNoticesInput>,
): Promise<NoticeStatus> {
  await inTransaction(context.database, async (em) => {
    const unread = kyselyOf(em)
      .updateTable("notices")
      .set({ read_at: context.clock.now().toISOString() })
      .where("user_id", "=", trader.id)
      .where("read_at", "is", null);
    await (ids ? unread.where("id", "in", ids) : unread).execute();
  });
  return readNoticeStatus(context, trader.id);
}
