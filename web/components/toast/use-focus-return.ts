import { useRef, type FocusEvent } from "react";

/**
 * When a toast closes, moves the focus back to the element that had it before. The focus would otherwise be lost,
 * because toasts are outside the page.
 */
export function useFocusReturn() {
  const origin = useRef<HTMLElement>(null);
  return {
    rememberOrigin({ currentTarget, relatedTarget }: FocusEvent) {
      if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget))
        origin.current = relatedTarget;
    },
    returnFocus(toast: Element | null) {
      if (!toast?.contains(document.activeElement)) return;
      const target = origin.current?.isConnected ? origin.current : document.querySelector("main");
      target?.focus({ preventScroll: true });
    },
  };
}
