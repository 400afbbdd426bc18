import type { Column, ColumnName } from "../../../platform/database/columns.ts";

/**
 * SQL of when an appeal cleared a trader of a case, who may have left it since. It reads `link_cases`, and the trader's
 * row of `link_members` in the case, if there is one.
 * @param userId the column with the id of the trader
 */
export const clearedAtSql = (userId: ColumnName): string =>
  `coalesce(link_members.cleared_at, (link_cases.cleared_leavers ->> ${userId}::text)::timestamptz)`;

export const clearedAtColumn = (userId: ColumnName): Column<Date | null> => ({
  kind: "timestamp",
  sql: clearedAtSql(userId),
});
