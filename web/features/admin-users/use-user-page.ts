import { keepPreviousData } from "@tanstack/react-query";
import type { AccountStatus } from "../../../src/business/accounts/account-status.rule.ts";
import { traderSorts, type TraderSort } from "../../../src/business/traders/trader-sorts.rule.ts";
import { prefetcher } from "../../api-client/prefetcher.ts";
import { staleTimes } from "../../api-client/query-client.ts";
import {
  readTableSearch,
  tableState,
  type TableSearch,
  type TableState,
} from "../../state/table-search.ts";
import { trpc } from "../../trpc.ts";
import { accountStatusLabels } from "../../format/status-labels.ts";

export type UserSearch = TableSearch<TraderSort, AccountStatus>;
export type UserTableState = TableState<TraderSort, AccountStatus>;

const statuses = Object.keys(accountStatusLabels) as AccountStatus[];

export function readUserSearch(raw: Record<string, unknown>): UserSearch {
  return readTableSearch(raw, traderSorts, statuses);
}

export function userTableState(search: UserSearch): UserTableState {
  return tableState(search, "id");
}

/** The options in which the two lists of users differ. */
interface UserList {
  searchIn: "all" | "person";
  staleTime: number;
}

export const userLists = {
  tab: { searchIn: "person", staleTime: staleTimes.adminTabs },
  page: { searchIn: "all", staleTime: staleTimes.adminPages },
} as const satisfies Record<string, UserList>;

export function useUserPage(state: UserTableState, { searchIn, staleTime }: UserList) {
  return trpc.admin.users.page.useQuery(
    { ...state, searchIn },
    { staleTime, placeholderData: keepPreviousData },
  );
}

export function prefetchUserPage(state: UserTableState, { searchIn, staleTime }: UserList) {
  void prefetcher.admin.users.page.prefetch({ ...state, searchIn }, { staleTime });
}
