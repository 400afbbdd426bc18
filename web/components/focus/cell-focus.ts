import { createContext, useContext, useLayoutEffect } from "react";

interface CellFocus {
  tabIndex: 0 | -1;
  /** Registers a control. Returns a function that removes it. */
  addControl: () => () => void;
}

export const CellFocusContext = createContext<CellFocus | null>(null);

/** Returns the `tabIndex` of a control: 0 or -1 within a grid cell, otherwise undefined. `CellContent` explains it. */
export function useControlTabIndex(): 0 | -1 | undefined {
  const cell = useContext(CellFocusContext);
  const addControl = cell?.addControl;
  useLayoutEffect(() => addControl?.(), [addControl]);
  return cell?.tabIndex;
}
