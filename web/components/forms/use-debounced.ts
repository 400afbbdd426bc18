import { useEffect, useState } from "react";

/** Longer than the usual pause between two keystrokes, so that not every letter causes a request. */
const DEBOUNCE_MS = 180;

/** Returns a text once its typing pauses. */
export function useDebounced(text: string): string {
  const [settled, settle] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => settle(text), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
