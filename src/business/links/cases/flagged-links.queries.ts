import type { Kysely } from "kysely";
import type { Tables } from "../../../platform/database/tables.ts";

/** Finds the cases of traders that flag their payouts: those to be decided, and those by which payouts are withheld. */
export async function findFlaggedLinks(
  kysely: Kysely<Tables>,
  userIds: readonly number[],
): Promise<Map<number, { id: number; isConfirmed: boolean }>> {
  if (userIds.length === 0) return new Map();
  const rows = await kysely
    .selectFrom("link_members")
    .innerJoin("link_cases", "link_cases.id", "link_members.case_id")
    .select(["user_id as userId", "link_cases.id", "status"])
    .where("user_id", "in", [...userIds])
    .where((is) =>
      is.or([
        is("status", "in", ["open", "watched"]),
        is.and([is("status", "=", "confirmed"), is("withhold", "is", true)]),
      ]),
    )
    // An appeal has ended the trader's flags, unless the case was opened after it.
    .where((is) =>
      is.or([
        is("cleared_at", "is", null),
        is.and([
          is("status", "<>", "confirmed"),
          is("cleared_at", "<", is.fn.coalesce("reopened_at", "opened_at")),
        ]),
      ]),
    )
    .execute();
  return new Map(
    rows.map(({ userId, id, status }) => [userId, { id, isConfirmed: status === "confirmed" }]),
  );
}
