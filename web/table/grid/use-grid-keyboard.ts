import { useGridApiRef, type GridApi, type GridEventListener } from "@mui/x-data-grid";
import { useEffect, useState, type FocusEvent, type KeyboardEvent } from "react";

/** The keyboard navigation of a grid, adapted to cells with controls and to rows that change. */
export function useGridKeyboard() {
  const apiRef = useGridApiRef();
  const [isEntered, setEntered] = useState(false);

  useEffect(() => {
    const api = apiRef.current;
    if (!api) return undefined;
    const keep = () => keepTabStop(api);
    const stops = [api.subscribeEvent("rowsSet", keep), api.subscribeEvent("columnsChange", keep)];
    return () => stops.forEach((stop) => stop());
  }, [apiRef]);

  const root = {
    onFocus: (event: FocusEvent) => {
      followFocus(apiRef.current, event);
      setEntered(event.target.matches(":focus-visible") && !knowsArrowKeys());
    },
    onBlur: (event: FocusEvent) => {
      forgetFocus(apiRef.current, event);
      if (!event.currentTarget.contains(event.relatedTarget)) setEntered(false);
    },
    onKeyDownCapture: keepMissingMenuClosed,
    onKeyDown: ({ key }: KeyboardEvent) => {
      if (!key.startsWith("Arrow")) return;
      rememberArrowKeys();
      setEntered(false);
    },
  };
  return {
    root,
    grid: { apiRef, onCellKeyDown: handleKey },
    /** Whether to explain the keys: the focus is in the grid, and arrow keys were never used in one. */
    needsHint: isEntered,
  };
}

const ARROWS_KNOWN = "knows-arrow-keys";

function knowsArrowKeys(): boolean {
  return localStorage.getItem(ARROWS_KNOWN) !== null;
}

function rememberArrowKeys(): void {
  localStorage.setItem(ARROWS_KNOWN, "true");
}

const nowhere = {
  cell: null,
  columnHeader: null,
  columnHeaderFilter: null,
  columnGroupHeader: null,
};

/** Returns the Tab stop to the first header if its cell has disappeared, because Tab would skip the grid otherwise. */
function keepTabStop(api: GridApi): void {
  const { cell, columnHeader } = api.state.tabIndex;
  const stop = cell ?? columnHeader;
  const isLost = (cell && !api.getRow(cell.id)) || (stop && !api.getColumn(stop.field));
  if (isLost) api.setState((state) => ({ ...state, tabIndex: nowhere }));
}

/**
 * Makes the grid forget which cell had the focus when the focus leaves it. Otherwise the grid would take the focus back
 * from a paging button when the next rows arrive.
 */
function forgetFocus(api: GridApi | null, { currentTarget, relatedTarget }: FocusEvent): void {
  if (!relatedTarget || currentTarget.contains(relatedTarget)) return;
  api?.setState((state) => ({ ...state, focus: nowhere }));
}

/**
 * Informs the grid if something else has moved the focus to a cell, such as a dialog that closes. Scrolls the page
 * to the cell, because the grid only scrolls within itself, but is as high as its rows.
 */
function followFocus(api: GridApi | null, { target }: FocusEvent): void {
  const cell = target.closest<HTMLElement>("[data-field]");
  const id = cell?.closest<HTMLElement>("[data-id]")?.dataset.id;
  if (cell?.dataset.field && id !== undefined) api?.setCellFocus(Number(id), cell.dataset.field);
  if (target.matches(":focus-visible")) {
    cell?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
}

/** With Ctrl+Enter on a heading without a menu, the grid would take it for open, and stop moving the focus. */
function keepMissingMenuClosed(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, target } = event;
  if (key !== "Enter" || !(ctrlKey || metaKey) || !(target instanceof Element)) return;
  const heading = target.closest("[role=columnheader]");
  if (heading && !heading.querySelector("[aria-haspopup=menu]")) event.stopPropagation();
}

const steps: Partial<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/**
 * Leaves the keys that a control in a cell needs to the control: Space, with which the grid would move to another row,
 * and all keys in its menu, whose events also reach the cell. Left and right first move between the cell's controls.
 */
const handleKey: GridEventListener<"cellKeyDown"> = (_params, event) => {
  const { currentTarget: cell, target: control, key } = event;
  if (!(control instanceof HTMLElement) || control === cell) return;
  if (key === " " || !cell.contains(control)) {
    event.defaultMuiPrevented = true;
    return;
  }
  const step = steps[key];
  if (step === undefined) return;
  const controls = [...cell.querySelectorAll<HTMLElement>('[tabindex="0"]')];
  const next = controls[controls.indexOf(control) + step];
  if (!next) return;
  event.preventDefault();
  event.defaultMuiPrevented = true;
  next.focus();
};
