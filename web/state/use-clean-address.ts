import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";

/**
 * Removes from the address what the page does not understand, without a new entry in the browser's history.
 * @param raw the parameters as they stand in the address
 * @param understood the same as the page has read them
 */
export function useCleanAddress(raw: object, understood: object): void {
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
