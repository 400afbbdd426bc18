import type { GridRenderCellParams } from "@mui/x-data-grid";
import { useCallback, useLayoutEffect, useMemo, useState, type ReactNode } from "react";
import { CellFocusContext } from "../../components/focus/cell-focus.ts";

interface CellContentProps {
  cell: Pick<GridRenderCellParams, "id" | "field" | "tabIndex" | "api">;
  children: ReactNode;
}

/**
 * The content of a grid cell. Tab stops at only one cell of a grid, from which the arrow keys lead to the others. If the
 * content has controls, they replace the cell as the stop; the grid then also focuses the first of them instead of it.
 */
export function CellContent({ cell: { id, field, tabIndex, api }, children }: CellContentProps) {
  const [controls, setControls] = useState(0);
  const hasControls = controls > 0;

  const addControl = useCallback(() => {
    setControls((count) => count + 1);
    return () => setControls((count) => count - 1);
  }, []);

  useLayoutEffect(() => {
    const element = api.getCellElement(id, field);
    if (element) element.tabIndex = hasControls ? -1 : tabIndex;
  }, [api, id, field, tabIndex, hasControls]);

  const focus = useMemo(() => ({ tabIndex, addControl }), [tabIndex, addControl]);
  return <CellFocusContext value={focus}>{children}</CellFocusContext>;
}
