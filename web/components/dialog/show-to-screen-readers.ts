/**
 * The `ref` of every dialog, drawer, menu and popover of MUI, which hides a layer from screen readers if another one
 * finishes closing in the commit that adds it to the page: the one that closes hides all but the layer at the top, whose
 * element it does not know yet.
 */
export function showToScreenReaders(layer: HTMLElement | null): void {
  layer?.removeAttribute("aria-hidden");
}
