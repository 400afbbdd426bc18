import { useNavigate } from "@tanstack/react-router";
import { useCallback, useEffect } from "react";
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

/**
 * Removes parameters that the page does not support from the URL, without adding an entry to the browser's history.
 * Those of an open dialog stay until it is closed.
 * @param raw the parameters in the URL
 * @param parsed the parameters that the page supports, as it has parsed them
 */
export function useCleanUrl(raw: object, parsed: object): void {
  const navigate = useNavigate();
  const supported = new Map<string, unknown>(Object.entries(parsed));
  const hasDialog = "dialog" in raw && raw.dialog !== undefined;
  const isClean =
    hasDialog ||
    Object.entries(raw).every(
      ([name, value]) => value === undefined || value === supported.get(name),
    );
  const cleaned = JSON.stringify(parsed);
  useEffect(() => {
    if (isClean) return;
    const search = JSON.parse(cleaned) as object;
    void navigate({ to: ".", search: () => search, replace: true, resetScroll: false });
  }, [isClean, cleaned, navigate]);
}
