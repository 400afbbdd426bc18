import Link from "@mui/material/Link";
import type { ComponentProps } from "react";
import { useControlTabIndex } from "../focus/cell-focus.ts";

/** A button that looks like a link, for use within a line or a table cell. */
export function TextButton(props: Omit<ComponentProps<"button">, "className" | "color">) {
  return (
    <Link
      component="button"
      type="button"
      underline="hover"
      variant="inherit"
      tabIndex={useControlTabIndex()}
      {...props}
    />
  );
}
