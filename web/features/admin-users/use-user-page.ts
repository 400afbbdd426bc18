import { keepPreviousData } from "@tanstack/react-query";
import type { AccountStatus } from "../../../src/accounts/status.ts";
import { traderSorts, type TraderSort } from "../../../src/traders/sorts.ts";
import { prefetcher } from "../../prefetch.ts";
import {
  readTableSearch,
  tableState,
  type TableSearch,
  type TableState,
} from "../../table-search.ts";
import { trpc } from "../../trpc.ts";
import { accountStatusWords } from "../../status-words.ts";

export type UserSearch = TableSearch<TraderSort, AccountStatus>;
export type UserTableState = TableState<TraderSort, AccountStatus>;

const statuses = Object.keys(accountStatusWords) as AccountStatus[];

export function readUserSearch(raw: Record<string, unknown>): UserSearch {
  return readTableSearch(raw, traderSorts, statuses);
}

export function userTableState(search: UserSearch): UserTableState {
  return tableState(search, "id");
}

/** @param staleTime how long an answer counts as fresh, which is the screen's to say */
export function useUserPage(state: UserTableState, staleTime: number) {
  return trpc.admin.users.page.useQuery(state, { staleTime, placeholderData: keepPreviousData });
}

export function prefetchUserPage(state: UserTableState, staleTime: number) {
  void prefetcher.admin.users.page.prefetch(state, { staleTime });
}
