import type { AnyTable } from "../../../src/business/office/tables/define-table.rule.ts";
import { staleTimes } from "../../app/api-client/query-client.ts";
import { prefetchViews } from "../views/use-views.ts";
import { queryOf, readState, type TableQuery } from "./table-address.ts";

export const pageOptions = { staleTime: staleTimes.adminPages };

interface Prefetch<Query> {
  prefetch: (query: Query, options: typeof pageOptions) => Promise<void>;
}

/**
 * For route loaders: fetches the rows and the saved views of a table in parallel with the screen's code.
 * @param page the call, such as `prefetcher.admin.appeals.page`
 * @param search the parameters of the address
 */
export function prefetchTable<Table extends AnyTable>(
  table: Table,
  page: Prefetch<TableQuery<Table>>,
  search: object,
): void {
  void page.prefetch(queryOf(table, readState(table, { ...search })), pageOptions);
  if (table.allRows !== undefined) prefetchViews(table.name);
}
