/** Reloads the page, which contains the brand as of its last load. */
export function reloadPage() {
  window.location.reload();
}
