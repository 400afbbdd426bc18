import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";

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
