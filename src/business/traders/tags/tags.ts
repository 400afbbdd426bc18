import { type Insertable, sql } from "kysely";
import type { Context } from "../../../platform/context.ts";
import { computedJson, text } from "../../../platform/database/columns.ts";
import type { Condition } from "../../../platform/lists/conditions.ts";
import { type changeTagsInput, MAX_TAGS, type TagCount } from "./tag.schema.ts";
import type { z } from "zod";
import type { StaffActor } from "../../../identity/tokens/authenticate-token.ts";
import { lockTrader } from "../../../identity/users/lock-trader.ts";
import { changesBetween } from "../../../identity/audit/audit-event.rule.ts";
import { recordEvent } from "../../../identity/audit/record-event.ts";
import { inTransaction, kyselyOf } from "../../../platform/database/database.ts";
import { RefusalError } from "../../../platform/errors.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { byTrader, type OwnDataPart } from "../../../identity/users/own-data-part.ts";

/** For lists whose rows contain `users`. */
export const tagsColumn = computedJson<string[]>(
  `select coalesce(json_agg(tag order by tag), '[]') from trader_tags where user_id = users.id`,
);

/** @param userId the column with the trader's id */
export function hasTag(userId: "users.id" | "payout_requests.user_id", tag: string): Condition {
  return sql`exists (select from trader_tags
    where trader_tags.user_id = ${sql.raw(userId)} and trader_tags.tag = ${tag})`;
}

/** Lists the tags in use, the most frequent first. */
export async function listTags({ database }: Pick<Context, "database">): Promise<TagCount[]> {
  const rows = await database.kysely
    .selectFrom("trader_tags")
    .select(["tag", sql<number>`count(*)::int`.as("traders")])
    .groupBy("tag")
    .orderBy("traders", "desc")
    .orderBy("tag")
    .limit(1000)
    .execute();
  return rows;
}

/**
 * Adds and removes tags of a trader. Adding a tag that exists or removing one that does not is not an error.
 * @returns the tags after the change
 * @throws RefusalError if the trader does not exist, or would have too many tags
 */
export async function changeTags(
  context: Context,
  actor: StaffActor,
  { userId, add = [], remove = [] }: z.output<typeof changeTagsInput>,
): Promise<string[]> {
  return inTransaction(context.database, async (transaction) => {
    const trader = await lockTrader(transaction, userId);
    const kysely = kyselyOf(transaction);
    const rows = await kysely
      .selectFrom("trader_tags")
      .select("tag")
      .where("user_id", "=", userId)
      .execute();
    const before = rows.map(({ tag }) => tag).toSorted();
    const kept = before.filter((tag) => !remove.includes(tag));
    const after = [...new Set([...kept, ...add.filter((tag) => !remove.includes(tag))])].toSorted();
    if (after.length > MAX_TAGS)
      throw new RefusalError("conflict", `A trader can have at most ${MAX_TAGS} tags`);
    const gone = before.filter((tag) => !after.includes(tag));
    const added = after.filter((tag) => !before.includes(tag));
    if (gone.length === 0 && added.length === 0) return after;
    if (gone.length > 0) {
      await kysely
        .deleteFrom("trader_tags")
        .where("user_id", "=", userId)
        .where("tag", "in", gone)
        .execute();
    }
    if (added.length > 0) {
      const entries: Insertable<Tables["trader_tags"]>[] = added.map((tag) => ({
        user_id: userId,
        tag,
      }));
      await kysely.insertInto("trader_tags").values(entries).execute();
    }
    const changes = changesBetween({ tags: before.join(", ") }, { tags: after.join(", ") });
    await recordEvent(context, transaction, actor, { action: "trader.tagged", trader, changes });
    return after;
  });
}

export const tagsPart: OwnDataPart = {
  name: "tags",
  about: "Tags of the administrators",
  table: "trader_tags",
  where: byTrader("trader_tags.user_id"),
  key: ["trader_tags.tag"],
  isInternal: true,
  columns: { tag: text("trader_tags.tag") },
};
