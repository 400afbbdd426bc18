import Divider from "@mui/material/Divider";
import MenuItem from "@mui/material/MenuItem";
import {
  GridColumnMenuContainer,
  type GridColumnMenuProps,
  useGridApiContext,
} from "@mui/x-data-grid";
import type { SyntheticEvent } from "react";

interface MenuActions {
  onFit: (field: string) => void;
  /** Returns what resets a column's width; `undefined` if its width has not been changed. */
  resetOf: (field: string) => (() => void) | undefined;
  /** Returns what hides a column; `undefined` if the columns of the table cannot be chosen. */
  hideOf: (field: string) => (() => void) | undefined;
  /** Only one column is shown, which must stay. */
  isLast: boolean;
}

declare module "@mui/x-data-grid" {
  interface ColumnMenuPropsOverrides extends MenuActions {}
}

/** The menu of a column's header. Hiding goes through the columns in the URL, not through the state of the grid. */
export function ColumnMenu(props: GridColumnMenuProps & MenuActions) {
  const { onFit, resetOf, hideOf, isLast, ...frame } = props;
  const { colDef, hideMenu } = frame;
  const { field } = colDef;
  const api = useGridApiContext();
  const reset = resetOf(field);
  const hide = hideOf(field);
  const canSort = colDef.sortable !== false;
  const canResize = colDef.resizable !== false;

  const item = (label: string, act: () => void, isDisabled = false) => (
    <MenuItem
      key={label}
      disableRipple
      disabled={isDisabled}
      onClick={(event: SyntheticEvent) => {
        hideMenu(event);
        act();
      }}
    >
      {label}
    </MenuItem>
  );
  return (
    <GridColumnMenuContainer {...frame}>
      {canSort
        ? [
            item("Sort Ascending", () => api.current.sortColumn(field, "asc")),
            item("Sort Descending", () => api.current.sortColumn(field, "desc")),
          ]
        : null}
      {canSort && (canResize || hide) ? <Divider component="li" /> : null}
      {canResize ? item("Fit to Content", () => onFit(field)) : null}
      {reset && canResize ? item("Reset Width", reset) : null}
      {hide ? item("Hide Column", hide, isLast) : null}
    </GridColumnMenuContainer>
  );
}
