import { keepPreviousData } from "@tanstack/react-query";
import { filteredAccountFields } from "../../../../src/business/traders/accounts/account.fields.ts";
import { filteredTraderFields } from "../../../../src/identity/users/trader.fields.ts";
import type { Outcome } from "../../../../src/business/rulebook/engine/verdict.schema.ts";
import {
  type TraderColumn,
  traderColumnNames,
  type TraderSort,
  traderSorts,
} from "../../../../src/business/traders/trader-columns.rule.ts";
import {
  waitingActorNames,
  waitingKindNames,
} from "../../../../src/business/traders/waiting/waiting.rule.ts";
import { prefetcher } from "../../../app/api-client/prefetcher.ts";
import { staleTimes } from "../../../app/api-client/query-client.ts";
import {
  readTableSearch,
  tableState,
  type TableSearch,
  type TableState,
} from "../../../table/state/table-search.ts";
import {
  filterQuery,
  type FilterSearch,
  readFilters,
  readSet,
} from "../../../table/filters/filter-search.ts";
import {
  type ColumnSearch,
  readColumns,
  shownColumns,
} from "../../../table/columns/column-search.ts";
import { readView, type ViewSearch } from "../../../table/views/view-search.ts";
import { trpc } from "../../../trpc.ts";
import { accountStatusLabels, verdictLabels } from "../../../domain/format/labels.ts";
import { keysOf } from "../../../../src/platform/fields/keys-of.rule.ts";

/**
 * The state of the table as stored in the URL. The status may be a list; `verdict` is the outcome of the current
 * verdict.
 */
export interface UserSearch
  extends TableSearch<TraderSort>, FilterSearch, ColumnSearch, ViewSearch {
  verdict?: Outcome | undefined;
}

/** A change of the table's state. */
export interface UserTableChange extends TableSearch, FilterSearch, ColumnSearch, ViewSearch {
  verdict?: Outcome | undefined;
}

export interface UserTableState extends TableState<TraderSort> {
  verdict: Outcome | undefined;
  /** As stored in the URL. */
  filters: FilterSearch;
  /** The chosen columns in display order; the default ones if absent. */
  columns: readonly TraderColumn[] | undefined;
}

/** The default columns. */
export const defaultColumns = [
  "id",
  "fullName",
  "email",
  "login",
  "status",
  "phase",
  "balance",
  "profitLoss",
  "roomToday",
  "payoutEnabled",
] as const satisfies TraderColumn[];

export const userFilters = [
  ...filteredAccountFields,
  ...filteredTraderFields,
  "banned",
  "waitingFor",
  "waitingActor",
  "from",
  "to",
  "tag",
] as const;

const statuses = keysOf(accountStatusLabels);
const outcomes = keysOf(verdictLabels);

export function readUserSearch(raw: Record<string, unknown>): UserSearch {
  const verdict = outcomes.find((outcome) => outcome === raw.verdict);
  return {
    ...readTableSearch(raw, traderSorts, statuses),
    ...readFilters(raw, userFilters),
    status: readSet(statuses, raw.status),
    verdict,
    columns: readColumns(traderColumnNames, raw.columns),
    view: readView(raw.view),
  };
}

export function userTableState(search: UserSearch): UserTableState {
  const filters = readFilters({ ...search }, userFilters);
  return {
    ...tableState(search, "id"),
    verdict: search.verdict,
    filters,
    columns:
      search.columns === undefined
        ? undefined
        : shownColumns(traderColumnNames, search.columns, defaultColumns),
  };
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

/** Converts the table's state to the input of the server's query. */
export function userQuery({ filters, columns: _columns, ...state }: UserTableState) {
  return {
    ...state,
    ...filterQuery(filters),
    waitingFor: waitingKindNames.find((kind) => kind === filters.waitingFor),
    waitingActor: waitingActorNames.find((actor) => actor === filters.waitingActor),
  };
}

export function useUserPage(state: UserTableState, { searchIn, staleTime }: UserList) {
  return trpc.admin.users.page.useQuery(
    { ...userQuery(state), searchIn },
    { staleTime, placeholderData: keepPreviousData },
  );
}

export function prefetchUserPage(state: UserTableState, { searchIn, staleTime }: UserList) {
  void prefetcher.admin.users.page.prefetch({ ...userQuery(state), searchIn }, { staleTime });
}
