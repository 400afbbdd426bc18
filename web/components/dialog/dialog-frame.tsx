import Dialog from "@mui/material/Dialog";
import type { ReactNode } from "react";

export type DialogSize = "xs" | "sm" | "md";

interface DialogFrameProps {
  titleId: string;
  isOpen: boolean;
  onClose: () => void;
  size?: DialogSize;
  children: ReactNode;
}

/** Named by its title; gives the focus back to what opened it, or to the page where that is gone. */
export function DialogFrame({ titleId, isOpen, onClose, size = "xs", children }: DialogFrameProps) {
  return (
    <Dialog
      open={isOpen}
      onClose={onClose}
      aria-labelledby={titleId}
      fullWidth
      maxWidth={size}
      slotProps={{ transition: { onExited: focusPageIfLost } }}
    >
      {children}
    </Dialog>
  );
}

function focusPageIfLost() {
  if (document.activeElement !== document.body) return;
  document.querySelector<HTMLElement>("#content")?.focus({ preventScroll: true });
}
