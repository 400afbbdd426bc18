import MuiMenu from "@mui/material/Menu";
import type { ReactNode } from "react";
import { showToScreenReaders } from "../dialog/show-to-screen-readers.ts";

interface MenuFrameProps {
  /** The name of the list, for screen readers. */
  label: string;
  /** The button that opened it; the menu is open if set. */
  anchor: HTMLElement | null;
  /** The edge of the button with which the menu is aligned. */
  align: "left" | "right";
  onClose: () => void;
  children: ReactNode;
}

/** Contains MUI menu items in a list below the button that opened it. */
export function MenuFrame({ label, anchor, align, onClose, children }: MenuFrameProps) {
  return (
    <MuiMenu
      ref={showToScreenReaders}
      open={anchor !== null}
      anchorEl={anchor}
      onClose={onClose}
      // MUI's default duration increases with the height of the content.
      transitionDuration={160}
      anchorOrigin={{ vertical: "bottom", horizontal: align }}
      transformOrigin={{ vertical: "top", horizontal: align }}
      slotProps={{ list: { "aria-label": label }, paper: { inert: anchor === null } }}
    >
      {children}
    </MuiMenu>
  );
}
