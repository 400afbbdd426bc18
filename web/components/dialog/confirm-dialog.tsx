import type { ReactNode } from "react";
import { Button } from "../button/button.tsx";
import { FormDialog } from "./form-dialog.tsx";

interface ConfirmDialogProps {
  title: string;
  question: string;
  confirmLabel: string;
  pendingLabel?: string;
  isOpen: boolean;
  isPending: boolean;
  onConfirm: () => Promise<void>;
  onCancel: () => void;
  /** What it is about. */
  children?: ReactNode;
}

/** Asks before something that cannot be taken back. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return (
    <FormDialog
      title={props.title}
      isOpen={props.isOpen}
      onClose={props.onCancel}
      onSubmit={props.onConfirm}
      actions={
        <>
          <Button autoFocus onClick={props.onCancel}>
            Cancel
          </Button>
          <Button
            type="submit"
            look="danger"
            isPending={props.isPending}
            pendingLabel={props.pendingLabel}
          >
            {props.confirmLabel}
          </Button>
        </>
      }
    >
      {props.children}
      <p>{props.question}</p>
    </FormDialog>
  );
}
