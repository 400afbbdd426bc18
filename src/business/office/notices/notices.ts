import type { z } from "zod";
import { readRecovery } from "../../../identity/second-factor/recovery.queries.ts";
import type { Context } from "../../../platform/context.ts";
import {
  computedJson,
  integer,
  json,
  text,
  timestamp,
} from "../../../platform/database/columns.ts";
import { defineList } from "../../../platform/lists/define-list.ts";
import { readSwitchedOff } from "../../../identity/mails/send-mail.ts";
import type { TraderActor } from "../../../identity/sessions/authenticate.ts";
import { inTransaction, kyselyOf } from "../../../platform/database/database.ts";
import type { NoticeStatus, readNoticesInput } from "./notice.schema.ts";
import { byTrader, type OwnDataPart } from "../../../identity/users/own-data-part.ts";

/** The notices of traders, newest first. */
export const notices = defineList({
  name: "notices",
  from: "notices",
  columns: {
    id: integer("notices.id"),
    kind: text("notices.kind"),
    subject: text("notices.subject"),
    paragraphs: computedJson<string[]>("to_json(notices.paragraphs)"),
    note: text("notices.note"),
    linkLabel: text("notices.link_label"),
    linkPath: text("notices.link_path"),
    at: timestamp("notices.at"),
    readAt: timestamp("notices.read_at"),
  },
  filters: { userId: "notices.user_id" },
  // A review's reasons may hold several kilobytes.
  batchSize: 100,
});

export async function readNoticeStatus(
  { clock, database: { kysely } }: Pick<Context, "clock" | "database">,
  traderId: number,
): Promise<NoticeStatus> {
  const { verifiedAt, unread } = await kysely
    .selectFrom("users")
    .select(({ selectFrom }) => [
      "email_verified_at as verifiedAt",
      selectFrom("notices")
        .select(({ fn }) => fn.countAll<string>().as("count"))
        .where("user_id", "=", traderId)
        .where("read_at", "is", null)
        .as("unread"),
    ])
    .where("id", "=", traderId)
    .executeTakeFirstOrThrow();
  const emailVerified = verifiedAt !== null;
  const asksToVerify = !emailVerified && !(await readSwitchedOff(kysely)).has("email-verification");
  const recovery = await readRecovery({ clock }, kysely, traderId);
  return { unread: Number(unread), emailVerified, asksToVerify, recovery };
}

/** Marks the given notices of a trader as read, or all of them. Ids of other traders' notices are ignored. */
export async function markRead(
  context: Context,
  { trader }: TraderActor,
  { ids }: z.output<typeof readNoticesInput>,
): Promise<NoticeStatus> {
  await inTransaction(context.database, async (transaction) => {
    const unread = kyselyOf(transaction)
      .updateTable("notices")
      .set({ read_at: context.clock.now().toISOString() })
      .where("user_id", "=", trader.id)
      .where("read_at", "is", null);
    await (ids ? unread.where("id", "in", ids) : unread).execute();
  });
  return readNoticeStatus(context, trader.id);
}

export const noticesPart: OwnDataPart = {
  name: "notices",
  about: "Notices on the trader's page",
  table: "notices",
  where: byTrader("notices.user_id"),
  key: ["notices.id"],
  columns: {
    kind: text("notices.kind"),
    subject: text("notices.subject"),
    paragraphs: json("notices.paragraphs"),
    note: text("notices.note"),
    at: timestamp("notices.at"),
    readAt: timestamp("notices.read_at"),
  },
};
