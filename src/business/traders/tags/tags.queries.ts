import { sql } from "kysely";
import type { Context } from "../../../platform/context.ts";
import { computedJson } from "../../../platform/database/columns.ts";
import type { Condition } from "../../../platform/lists/conditions.ts";
import type { TagCount } from "./tag.schema.ts";

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
