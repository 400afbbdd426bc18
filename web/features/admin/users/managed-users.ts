import { traderTable } from "../../../../src/business/traders/trader.table.ts";
import { prefetcher } from "../../../app/api-client/prefetcher.ts";
import { staleTimes } from "../../../app/api-client/query-client.ts";
import {
  queryOf,
  type Raw,
  readState,
  type ScreenState,
} from "../../../table/screen/table-address.ts";

export const managedOptions = { staleTime: staleTimes.adminTabs };

/** Returns the state of the table of users in the first tab of `/admin`. */
export const readManaged = (raw: Raw): ScreenState => readState(traderTable, raw);

/** Returns the input of the call that reads its page, of which the search leaves the login out. */
export const managedQuery = (state: ScreenState) =>
  ({ ...queryOf(traderTable, state), searchIn: "person" }) as const;

export function prefetchManaged(raw: Raw): void {
  void prefetcher.admin.users.page.prefetch(managedQuery(readManaged(raw)), managedOptions);
}
