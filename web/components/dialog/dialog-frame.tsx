import Dialog from "@mui/material/Dialog";
import type { ReactNode } from "react";

export type DialogSize = "xs" | "sm" | "md";

interface DialogFrameProps {
  titleId: string;
  isOpen: boolean;
  onClose: () => void;
  /** A click beside it leaves it open: what was typed in it would be lost. */
  holdsInput?: boolean;
  size?: DialogSize;
  children: ReactNode;
}

/** Named by its title; gives the focus back to what opened it, or to the page where that is gone. */
export function DialogFrame(props: DialogFrameProps) {
  const { titleId, isOpen, onClose, holdsInput = false, size = "xs", children } = props;
  return (
    <Dialog
      open={isOpen}
      onClose={(_, reason) => (reason === "backdropClick" && holdsInput ? undefined : onClose())}
      aria-labelledby={titleId}
      fullWidth
      maxWidth={size}
      slotProps={{
        transition: { onExited: focusPageIfLost },
        // While it fades away, a field that has just been loaded must not take the focus.
        paper: { inert: !isOpen },
      }}
    >
      {children}
    </Dialog>
  );
}

function focusPageIfLost() {
  if (document.activeElement !== document.body) return;
  document.querySelector<HTMLElement>("#content")?.focus({ preventScroll: true });
}
