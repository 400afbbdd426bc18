import { useEffect } from "react";
import { preload } from "./preload.ts";

/** Loads code with the first input. Before that, it would compete with what the page is about to show. */
export function usePreload(load: () => Promise<unknown>): void {
  useEffect(() => {
    const stop = new AbortController();
    function start() {
      stop.abort();
      preload(load);
    }
    for (const input of ["pointermove", "pointerdown", "keydown"]) {
      document.addEventListener(input, start, { capture: true, signal: stop.signal });
    }
    return () => stop.abort();
  }, [load]);
}
