import { useRef } from "react";

/**
 * Returns the `Idempotency-Key` of a filled-in request. A retry after a lost connection reuses the key, so that the
 * request cannot be created twice; any change of the input results in a new key.
 */
export function useRequestKey() {
  const last = useRef<{ filledIn: string; key: string }>(undefined);
  return {
    keyOf(request: object): string {
      const filledIn = JSON.stringify(request);
      if (last.current?.filledIn !== filledIn) last.current = { filledIn, key: makeKey() };
      return last.current.key;
    },
    /** Called after success: the next request gets a new key, even with the same values. */
    forget() {
      last.current = undefined;
    },
  };
}

/** 128 random bits. `randomUUID` requires a secure origin. */
function makeKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
