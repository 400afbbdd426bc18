import { keepPreviousData } from "@tanstack/react-query";
import type { AccountStatus } from "../../../src/business/accounts/account-status.rule.ts";
import type { Outcome } from "../../../src/business/verdict-engine/verdict.schema.ts";
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
import { accountStatusLabels, verdictLabels } from "../../format/status-labels.ts";

/** The table's search, and the outcome of the present verdict. */
export interface UserSearch extends TableSearch<TraderSort, AccountStatus> {
  verdict?: Outcome | undefined;
}

/** A change of the table, whose status may be empty. */
export interface UserTableChange extends TableSearch {
  verdict?: string | undefined;
}

export interface UserTableState extends TableState<TraderSort, AccountStatus> {
  verdict: Outcome | undefined;
}

const statuses = Object.keys(accountStatusLabels) as AccountStatus[];
const outcomes = Object.keys(verdictLabels) as Outcome[];

export function readUserSearch(raw: Record<string, unknown>): UserSearch {
  const verdict = outcomes.find((outcome) => outcome === raw.verdict);
  return { ...readTableSearch(raw, traderSorts, statuses), verdict };
}

export function userTableState(search: UserSearch): UserTableState {
  return { ...tableState(search, "id"), verdict: search.verdict };
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
