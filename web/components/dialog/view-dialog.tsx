import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import { useId, type ReactNode } from "react";
import { DialogFrame, type DialogSize } from "./dialog-frame.tsx";

interface ViewDialogProps {
  title: string;
  isOpen: boolean;
  /** Without it, only the buttons close the dialog. */
  onClose?: () => void;
  size?: DialogSize;
  /** See `DialogFrame`. */
  holdsInput?: boolean;
  /** Buttons, the safe one first. */
  actions: ReactNode;
  children: ReactNode;
}

/** A dialog that shows information, without a form. */
export function ViewDialog(props: ViewDialogProps) {
  const { title, actions, children, ...frame } = props;
  const titleId = useId();
  return (
    <DialogFrame {...frame} titleId={titleId}>
      <DialogTitle id={titleId}>{title}</DialogTitle>
      {/* In the order of Tab, so that the keyboard can scroll it. */}
      <DialogContent role="group" aria-labelledby={titleId} tabIndex={0}>
        {children}
      </DialogContent>
      <DialogActions>{actions}</DialogActions>
    </DialogFrame>
  );
}
