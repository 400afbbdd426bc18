/** The page carries the brand that was stored when it was loaded. */
export function reloadPage() {
  window.location.reload();
}
