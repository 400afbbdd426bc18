import { keepPreviousData } from "@tanstack/react-query";
import type { ListedStatementStatus } from "../../../src/business/trading/statements/statement.schema.ts";
import { prefetcher } from "../../app/api-client/prefetcher.ts";
import { staleTimes } from "../../app/api-client/query-client.ts";
import {
  readTableSearch,
  tableState,
  type TableSearch,
  type TableState,
} from "../../table/state/table-search.ts";
import { trpc } from "../../trpc.ts";
import { keysOf } from "../../../src/platform/fields/keys-of.rule.ts";

export type StatementSearch = TableSearch<"id", ListedStatementStatus>;
export type StatementTableState = TableState<"id", ListedStatementStatus>;

export const statementFilters: Readonly<Record<ListedStatementStatus, string>> = {
  waiting: "Waiting for confirmation",
  conflicts: "With conflicts",
};

const statuses = keysOf(statementFilters);

export function readStatementSearch(raw: Record<string, unknown>): StatementSearch {
  return readTableSearch(raw, ["id"], statuses);
}

export function statementTableState(search: StatementSearch): StatementTableState {
  return tableState(search, "id");
}

const options = { staleTime: staleTimes.adminPages };

/** Fetches a page of the statements of all traders. */
export function useStatementPage(state: StatementTableState) {
  return trpc.admin.statements.page.useQuery(state, {
    ...options,
    placeholderData: keepPreviousData,
  });
}

export function prefetchStatementPage(state: StatementTableState) {
  void prefetcher.admin.statements.page.prefetch(state, options);
}
