import type { GridApi, GridEventListener } from "@mui/x-data-grid";
import { useRouter } from "@tanstack/react-router";
import {
  type MouseEvent as ReactMouseEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
} from "react";

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

/** The rows whose pages were opened, by the entry of the browser's history that shows their table. */
const openedRows = new Map<string, { id: string; field: string }>();

/**
 * Returns the focus to the row whose page was opened when Back leads to the table again.
 * @returns the listener for clicks in the grid
 */
export function useReturnToRow(apiRef: RefObject<GridApi | null>) {
  const router = useRouter();
  const entry = () => {
    const { __TSR_key: key = "" } = router.history.location.state;
    return key;
  };

  const returnToRow = useEffectEvent(() => {
    const row = openedRows.get(entry());
    openedRows.delete(entry());
    if (!row) return;
    const cell = apiRef.current?.getCellElement(Number(row.id), row.field);
    cell?.querySelector("a")?.focus({ preventScroll: true });
  });
  useEffect(() => {
    // The page takes the focus in its own effects, after those of the grid.
    const frame = requestAnimationFrame(() => returnToRow());
    return () => cancelAnimationFrame(frame);
  }, []);

  return ({ target }: ReactMouseEvent) => {
    const link = target instanceof Element ? target.closest("[role=gridcell] a") : null;
    const field = link?.closest<HTMLElement>("[data-field]")?.dataset.field;
    const id = link?.closest<HTMLElement>("[data-id]")?.dataset.id;
    if (field && id) openedRows.set(entry(), { id, field });
  };
}
