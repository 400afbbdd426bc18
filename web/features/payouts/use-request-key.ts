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
    /** Called after success: the next request is a new one, even with the same values. */
    forget() {
      last.current = undefined;
    },
  };
}

/** 128 random bits. `randomUUID` is missing in browsers without HTTPS. */
function makeKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
