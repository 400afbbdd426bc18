import { Fragment, type ReactNode } from "react";
import type { Dialog } from "./use-dialog.ts";

/** The properties that all dialogs have. */
interface Frame {
  isOpen: boolean;
  onClose: () => void;
}

interface OpenedProps<Subject> {
  dialog: Dialog<Subject>;
  children: (frame: Frame, subject: Subject) => ReactNode;
}

/** Renders a dialog from when it is first opened, and anew each time, so that it starts without earlier input. */
export function Opened<Subject>({ dialog, children }: OpenedProps<Subject>) {
  const { subject, isOpen, key, close } = dialog;
  if (subject === undefined) return null;
  return <Fragment key={key}>{children({ isOpen, onClose: close }, subject)}</Fragment>;
}
