/**
 * Toasts are outside the page: an open dialog hides the page from screen readers, but not the
 * failure of its own action.
 */
export const toastRoot = document.createElement("div");
toastRoot.id = "toasts";
document.body.append(toastRoot);

new MutationObserver(() => toastRoot.removeAttribute("aria-hidden")).observe(toastRoot, {
  attributeFilter: ["aria-hidden"],
});
