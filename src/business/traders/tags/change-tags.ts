import type { Insertable } from "kysely";
import type { z } from "zod";
import type { StaffActor } from "../../../identity/tokens/token-actor.ts";
import { lockTrader } from "../../../identity/users/lock-trader.ts";
import { changesBetween } from "../../../platform/audit/changes.rule.ts";
import { recordEvent } from "../../../platform/audit/record-event.ts";
import type { Context } from "../../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../../platform/database/database.ts";
import { RefusalError } from "../../../platform/lib/errors.ts";
import { type changeTagsInput, MAX_TAGS } from "./tag.schema.ts";
import type { Tables } from "../../../platform/database/tables.ts";

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
  return inTransaction(context.database, async (em) => {
    const trader = await lockTrader(em, userId);
    const kysely = kyselyOf(em);
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
    await recordEvent(context, em, actor, { action: "trader.tagged", trader, changes });
    return after;
  });
}
