/**
 * If the focused element is removed, as is the button of a decision once it has been made, the closest
 * element around it that can take the focus gets it. Otherwise the focus would be lost, and with it the
 * place of a screen reader.
 * @param part takes the focus itself if nothing else around the element can
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
  // A person who has clicked beside the element has left it.
  document.addEventListener("pointerdown", forget);
  observer.observe(part, { childList: true, subtree: true });
  return () => {
    part.removeEventListener("focusin", remember);
    document.removeEventListener("pointerdown", forget);
    observer.disconnect();
  };
}

/** From the inside out. */
function focusableAround(element: HTMLElement): HTMLElement[] {
  const closest = element.parentElement?.closest<HTMLElement>("[tabindex]");
  return closest ? [closest, ...focusableAround(closest)] : [];
}
