import type { Kysely } from "kysely";
import type { Tables } from "../../../platform/database/tables.ts";
import type { RiskListEntry } from "./verdicts.schema.ts";

/** Lists the accounts with the least room to their daily loss limit, in the order of an index. */
export async function readRiskList(
  kysely: Kysely<Tables>,
  limit: number,
): Promise<RiskListEntry[]> {
  const rows = await kysely
    .selectFrom("current_verdicts")
    .innerJoin("trading_accounts", "trading_accounts.id", "current_verdicts.account_id")
    .innerJoin("users", "users.id", "trading_accounts.user_id")
    .select(["users.id as userId", "users.full_name as fullName", "users.email"])
    .select(["stage_id as stageId", "grade", "daily_room as dailyRoom"])
    .select(["daily_room_resets_at as resetsAt", "as_of as asOf"])
    .where("is_open", "=", true)
    .where("outcome", "=", "in_progress")
    .where("daily_room", "is not", null)
    .orderBy("daily_room")
    .orderBy("current_verdicts.account_id")
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    ...row,
    dailyRoom: row.dailyRoom!,
    resetsAt: row.resetsAt === null ? null : new Date(row.resetsAt),
    asOf: new Date(row.asOf),
  }));
}
