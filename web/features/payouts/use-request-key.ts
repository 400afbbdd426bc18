import { useRef } from "react";

/**
 * The `Idempotency-Key` of a filled-in request: the same for a retry after a lost connection, so
 * that it cannot be made twice, and another one as soon as anything in it changes.
 */
export function useRequestKey() {
  const last = useRef<{ filledIn: string; key: string }>(undefined);
  return {
    keyOf(request: object): string {
      const filledIn = JSON.stringify(request);
      if (last.current?.filledIn !== filledIn) last.current = { filledIn, key: makeKey() };
      return last.current.key;
    },
    /** The request was made; the next one is another, even if it says the same. */
    forget() {
      last.current = undefined;
    },
  };
}

/** 128 random bits. Not `randomUUID`, which browsers lack where there is no HTTPS. */
function makeKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
