import { useEffect } from "react";

/** Loads code with the first input. Before that, it would compete with what the page is about to show. */
export function usePreload(preload: () => void): void {
  useEffect(() => {
    const stop = new AbortController();
    function start() {
      stop.abort();
      preload();
    }
    for (const input of ["pointermove", "pointerdown", "keydown"]) {
      document.addEventListener(input, start, { capture: true, signal: stop.signal });
    }
    return () => stop.abort();
  }, [preload]);
}
