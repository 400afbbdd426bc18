/**
 * Toasts stand beside the page, not in it: a dialog hides everything beside itself from screen
 * readers, but what went wrong in that dialog must still be heard.
 */
export const toastRoot = document.createElement("div");
toastRoot.id = "toasts";
document.body.append(toastRoot);

new MutationObserver(() => toastRoot.removeAttribute("aria-hidden")).observe(toastRoot, {
  attributeFilter: ["aria-hidden"],
});
