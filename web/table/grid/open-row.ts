import type { GridEventListener } from "@mui/x-data-grid";

const controls = "a, button, input, label, [data-field='__check__'], [role='img']";

/**
 * Follows the first link of a row if it is clicked outside its controls. The keyboard uses the link itself. Does nothing
 * if the click ends a selection of text, or came from a menu or dialog that was opened in the row.
 */
export const openRow: GridEventListener<"rowClick"> = (_params, event) => {
  const { target, currentTarget: row, ctrlKey, metaKey, shiftKey } = event;
  if (!(target instanceof Element) || !row.contains(target) || target.closest(controls)) return;
  if (getSelection()?.toString()) return;
  const keys = { ctrlKey, metaKey, shiftKey };
  row
    .querySelector("a")
    ?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, ...keys }));
};
