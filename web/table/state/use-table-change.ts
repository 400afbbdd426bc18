import { useNavigate } from "@tanstack/react-router";
import { useCallback } from "react";
import { changeTable, type TableSearch } from "./table-search.ts";

/** Further letters replace the history entry, so that Back returns to the rows before the search. */
export function isTypingOn(search: string | undefined): boolean {
  return (
    search !== undefined && search !== "" && new URLSearchParams(location.search).has("search")
  );
}

/** Each page drops the parameters that its table does not support. */
type ChangeAddress = (options: {
  to: ".";
  hash: true;
  search: (present: TableSearch) => TableSearch;
  replace: boolean;
  resetScroll: boolean;
}) => Promise<void>;

/**
 * Changes a table through the URL, so that a reload or a shared link shows the same rows.
 * @param rewrite applies the change to the URL's parameters; defaults to `changeTable`
 */
export function useTableChange(
  rewrite: (present: TableSearch, change: TableSearch) => TableSearch = changeTable,
) {
  const navigate = useNavigate() as ChangeAddress;
  return useCallback(
    (change: TableSearch) =>
      void navigate({
        to: ".",
        hash: true,
        search: (present) => rewrite(present, change),
        replace: isTypingOn(change.search),
        resetScroll: false,
      }),
    [navigate, rewrite],
  );
}
