import type { JudgedTrader } from "../../../src/business/traders/trader.schema.ts";
import type { BulkFrame } from "../../table/bulk/bulk-actions.tsx";
import { isRows } from "../../table/bulk/use-chosen.ts";
import { displayName } from "../../domain/format/display-name.ts";
import { trpc } from "../../trpc.ts";
import { userLists, userQuery, type UserTableState } from "./use-user-page.ts";

export type BulkUserProps = BulkFrame<JudgedTrader, UserTableState>;

/** Returns what all bulk actions on users share, as properties of `BulkDialog`. */
export function useBulkUsers({ chosen, isOpen, onClose }: BulkUserProps) {
  const { client } = trpc.useUtils();
  const readPage = (state: UserTableState) => (page: number, pageSize: number) =>
    client.admin.users.page.query({
      ...userQuery(state),
      searchIn: userLists.page.searchIn,
      page,
      pageSize,
      // Sorted by room, the list contains only accounts with a daily limit.
      ...(state.sort !== "roomToday" && { sort: "id" as const, order: "asc" as const }),
    });
  return {
    noun: "user",
    source: isRows(chosen) ? chosen : readPage(chosen),
    nameOf: (user: JudgedTrader) => `#${user.id} ${displayName(user)}`,
    isOpen,
    onClose,
  };
}
