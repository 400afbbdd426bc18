import { useEffect, useRef, useState } from "react";
import { describeApiError } from "../../app/api-client/api-error.ts";
import { useAdminOutcome } from "../../app/api-client/use-admin-outcome.ts";
import { type RowChange, type RowResult, runBulk } from "./run-bulk.ts";

export interface Progress {
  all: number;
  results: RowResult[];
  isRunning: boolean;
}

interface BulkAction<Row> {
  nameOf: (row: Row) => string;
  run: (row: Row) => Promise<RowChange>;
}

/** Runs an action for many rows; `progress` is absent before the start. While it runs, leaving the page asks first. */
export function useBulkRun<Row extends { id: number }>({ nameOf, run }: BulkAction<Row>) {
  const [progress, setProgress] = useState<Progress>();
  const stop = useRef<AbortController>(undefined);
  const { refresh } = useAdminOutcome();
  const isRunning = progress?.isRunning ?? false;
  useWarningBeforeUnload(isRunning);

  async function start(rows: readonly Row[], leftOut: RowResult[]) {
    const controller = new AbortController();
    stop.current = controller;
    setProgress({ all: rows.length, results: leftOut, isRunning: true });
    await runBulk({
      rows,
      nameOf,
      run,
      explain: (error) => describeApiError(error, "Failed"),
      onResult: (result) =>
        setProgress((present) => present && { ...present, results: [...present.results, result] }),
      signal: controller.signal,
    });
    setProgress((present) => present && { ...present, isRunning: false });
    await refresh();
  }

  return { progress, isRunning, start, stop: () => stop.current?.abort() };
}

function useWarningBeforeUnload(isRunning: boolean) {
  useEffect(() => {
    if (!isRunning) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isRunning]);
}
