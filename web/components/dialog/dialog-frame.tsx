import Dialog from "@mui/material/Dialog";
import { type ReactNode, useContext } from "react";
import { DialogPlace } from "../../app/dialogs.tsx";
import { showToScreenReaders } from "./show-to-screen-readers.ts";
import { useCloseOnBack } from "./use-close-on-back.ts";

export type DialogSize = "xs" | "sm" | "md";

interface DialogFrameProps {
  titleId: string;
  isOpen: boolean;
  /** Called on Escape, Back and clicks outside; without it, only the buttons close the dialog. */
  onClose?: () => void;
  /** Keeps the dialog open on a click outside, so that nothing typed is lost. */
  holdsInput?: boolean;
  /** False while a navigation is blocked by the dialog itself. */
  closesOnBack?: boolean;
  size?: DialogSize;
  children: ReactNode;
}

/** On closing, returns the focus to the element that opened the dialog, or to the page if that element is gone. */
export function DialogFrame(props: DialogFrameProps) {
  const { titleId, isOpen, onClose, holdsInput = false, size = "xs", children } = props;
  const isAddressed = useContext(DialogPlace) !== undefined;
  useCloseOnBack(isOpen, isAddressed || props.closesOnBack === false ? undefined : onClose);
  return (
    <Dialog
      ref={showToScreenReaders}
      open={isOpen}
      onClose={(_, reason) => (reason === "backdropClick" && holdsInput ? undefined : onClose?.())}
      aria-labelledby={titleId}
      fullWidth
      maxWidth={size}
      slotProps={{
        transition: { onExited: focusPageIfLost },
        // While it fades out, a field that has just loaded must not take the focus.
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
