import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";

/**
 * Removes parameters that the page does not support from the URL, without adding an entry to the browser's history.
 * @param raw the parameters in the URL
 * @param understood the same parameters as read by the page
 */
export function useCleanUrl(raw: object, understood: object): void {
  const navigate = useNavigate();
  const read = new Map<string, unknown>(Object.entries(understood));
  const isClean = Object.entries(raw).every(
    ([name, value]) => value === undefined || value === read.get(name),
  );
  const wanted = JSON.stringify(understood);
  useEffect(() => {
    if (isClean) return;
    const search = JSON.parse(wanted) as object;
    void navigate({ to: ".", search: () => search, replace: true, resetScroll: false });
  }, [isClean, wanted, navigate]);
}
