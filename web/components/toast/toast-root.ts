/**
 * Toasts are outside the page's root: an open dialog hides the page from screen readers, but must not hide the failure
 * of its own action.
 */
export const toastRoot = document.createElement("div");
toastRoot.id = "toasts";
document.body.append(toastRoot);

new MutationObserver(() => toastRoot.removeAttribute("aria-hidden")).observe(toastRoot, {
  attributeFilter: ["aria-hidden"],
});
