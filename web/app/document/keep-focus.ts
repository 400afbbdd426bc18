/**
 * If the focused element is removed, such as a decision button once the decision has been made, moves the focus to the
 * closest focusable element around it. Otherwise the focus, and with it a screen reader's position, would be lost.
 * @param part receives the focus if no other element around the removed one can
 * @returns a function that stops it
 */
export function keepFocus(part: HTMLElement): () => void {
  let focused: HTMLElement | undefined;
  let around: HTMLElement[] = [];

  function remember({ target }: FocusEvent) {
    if (!(target instanceof HTMLElement)) return;
    focused = target;
    around = focusableAround(target);
  }

  function forget() {
    focused = undefined;
  }

  const observer = new MutationObserver(() => {
    if (!focused || focused.isConnected || document.activeElement !== document.body) return;
    forget();
    around.find(({ isConnected }) => isConnected)?.focus({ preventScroll: true });
  });

  part.addEventListener("focusin", remember);
  // A click elsewhere means that the user has left the element.
  document.addEventListener("pointerdown", forget);
  observer.observe(part, { childList: true, subtree: true });
  return () => {
    part.removeEventListener("focusin", remember);
    document.removeEventListener("pointerdown", forget);
    observer.disconnect();
  };
}

/** Lists the focusable ancestors of an element, the innermost first. */
function focusableAround(element: HTMLElement): HTMLElement[] {
  const closest = element.parentElement?.closest<HTMLElement>("[tabindex]");
  return closest ? [closest, ...focusableAround(closest)] : [];
}
