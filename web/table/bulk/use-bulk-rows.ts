import { useEffect, useEffectEvent, useState } from "react";
import { collectRows } from "./run-bulk.ts";

/** @returns one page of the rows that match, in the order of their ids */
export type ReadPage<Row> = (page: number, pageSize: number) => Promise<{ rows: Row[] }>;

/** Returns the selected rows as given, or all matching rows once they are read. */
export function useBulkRows<Row extends { id: number }>(source: readonly Row[] | ReadPage<Row>) {
  const [state, setState] = useState<{
    rows?: readonly Row[];
    isTruncated?: boolean;
    failure?: true;
  }>(typeof source === "function" ? {} : { rows: source });
  const [read, setRead] = useState(0);
  const collect = useEffectEvent(async (signal: AbortSignal) => {
    if (typeof source !== "function") return;
    try {
      const found = await collectRows(source, setRead, signal);
      if (!signal.aborted) setState(found);
    } catch {
      if (!signal.aborted) setState({ failure: true });
    }
  });
  useEffect(() => {
    const controller = new AbortController();
    // oxlint-disable-next-line react/set-state-in-effect -- the state is only set after a response
    void collect(controller.signal);
    return () => controller.abort();
  }, []);
  return { ...state, read };
}
