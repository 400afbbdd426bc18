import type { ReactNode } from "react";
import { untilSettled } from "../forms/until-settled.ts";
import { useSingleFlight } from "../forms/use-single-flight.ts";
import { Button } from "../button/button.tsx";
import { ViewDialog } from "./view-dialog.tsx";

interface ConfirmDialogProps {
  title: string;
  question: string;
  confirmLabel: string;
  /** If `Cancel` would be ambiguous. */
  cancelLabel?: string;
  pendingLabel?: string;
  /** `primary` for actions that can be undone. */
  confirmLook?: "danger" | "primary";
  isOpen: boolean;
  isPending: boolean;
  /** Something must be done before the action can be confirmed. */
  isConfirmDisabled?: boolean;
  /** A rejection is ignored: the mutation's `onError` shows it. */
  onConfirm: () => Promise<unknown>;
  onCancel: () => void;
  /** The subject of the question. */
  children?: ReactNode;
}

/** Asks for confirmation, by default of an action that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, question, isOpen, isPending, onConfirm, onCancel, children } = props;
  const confirm = useSingleFlight(() => untilSettled(onConfirm()));
  return (
    <ViewDialog
      title={title}
      isOpen={isOpen}
      onClose={onCancel}
      actions={
        <>
          <Button autoFocus onClick={onCancel}>
            {props.cancelLabel ?? "Cancel"}
          </Button>
          <Button
            look={props.confirmLook ?? "danger"}
            disabled={props.isConfirmDisabled}
            isPending={isPending}
            pendingLabel={props.pendingLabel}
            onClick={() => void confirm()}
          >
            {props.confirmLabel}
          </Button>
        </>
      }
    >
      {children}
      <p>{question}</p>
    </ViewDialog>
  );
}
