/**
 * Toasts are outside the page's root: an open dialog hides the page from screen readers, but must not hide the failure
 * of its own action. It is a live region from the start, because a region that appears with its text is not announced
 * by all screen readers.
 */
export const toastRoot = document.createElement("div");
toastRoot.id = "toasts";
toastRoot.role = "status";
document.body.append(toastRoot);

/** A failure is an alert, which announces itself; the region around it would announce it again. */
export function announceSuccess(isSuccess: boolean): void {
  toastRoot.ariaLive = isSuccess ? "polite" : "off";
}

new MutationObserver(() => toastRoot.removeAttribute("aria-hidden")).observe(toastRoot, {
  attributeFilter: ["aria-hidden"],
});
