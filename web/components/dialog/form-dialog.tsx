import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import { useBlocker } from "@tanstack/react-router";
import { type ReactNode, useContext, useId, useState } from "react";
import type { FieldValues } from "react-hook-form";
import type { Ability } from "../../../src/identity/roles/roles.rule.ts";
import { DialogPlace } from "../../app/dialogs.tsx";
import { PermittedButton } from "../../app/session/permitted.tsx";
import { Form, type FormProps } from "../forms/form.tsx";
import { Button } from "../button/button.tsx";
import { DialogFrame, type DialogSize } from "./dialog-frame.tsx";
import { DiscardDialog } from "./discard-dialog.tsx";

interface FormDialogProps<Input extends FieldValues, Output> extends FormProps<Input, Output> {
  title: string;
  isOpen: boolean;
  /** Without it, only the buttons close the dialog. */
  onClose?: () => void;
  size?: DialogSize;
}

interface SubmitActions {
  submitLabel: string;
  pendingLabel: string;
  submitLook?: "primary" | "secondary" | "danger";
  isSubmitDisabled?: boolean;
  cancelLabel?: string;
  /** Required to submit. */
  ability?: Ability;
}

/** The two standard buttons, or custom ones with the safe one first. */
type DialogActions = SubmitActions | { actions: ReactNode };

type Props<Input extends FieldValues, Output> = Omit<FormDialogProps<Input, Output>, "isStacked"> &
  DialogActions;

/** Asks for confirmation if Escape or Back would discard unsaved changes; its own buttons close it at once. */
export function FormDialog<Input extends FieldValues, Output>(props: Props<Input, Output>) {
  const { title, isOpen, onClose, size, form, onSubmit, onInvalid, children } = props;
  const titleId = useId();
  const [isAsking, setAsking] = useState(false);
  const { isDirty, isSubmitting } = form.formState;
  const close = onClose && (() => (isDirty ? setAsking(true) : onClose()));
  const isTop = useContext(DialogPlace) === "top";
  useBlocker({
    // A second Back answers the question: keep editing.
    shouldBlockFn: ({ action }) => {
      const isHistory = action === "BACK" || action === "FORWARD" || action === "GO";
      if (isHistory) setAsking(!isAsking);
      return isHistory;
    },
    disabled: !isTop || !isOpen || !isDirty,
    enableBeforeUnload: false,
  });

  return (
    <DialogFrame titleId={titleId} isOpen={isOpen} onClose={close} holdsInput size={size}>
      <Form form={form} onSubmit={onSubmit} onInvalid={onInvalid}>
        <DialogTitle id={titleId}>{title}</DialogTitle>
        <DialogContent>{children}</DialogContent>
        <DialogActions>
          {"actions" in props ? (
            props.actions
          ) : (
            <SubmitButtons {...props} isPending={isSubmitting} onClose={onClose} />
          )}
        </DialogActions>
      </Form>
      <DiscardDialog
        isOpen={isOpen && isAsking}
        onKeep={() => setAsking(false)}
        onDiscard={() => {
          setAsking(false);
          onClose?.();
        }}
      />
    </DialogFrame>
  );
}

interface SubmitButtonsProps extends SubmitActions {
  isPending: boolean;
  onClose: (() => void) | undefined;
}

function SubmitButtons(props: SubmitButtonsProps) {
  const { submitLabel, pendingLabel, submitLook = "primary", isSubmitDisabled } = props;
  const { cancelLabel = "Cancel", ability, isPending, onClose } = props;
  const submit = {
    type: "submit",
    look: submitLook,
    disabled: isSubmitDisabled,
    isPending,
    pendingLabel,
  } as const;
  return (
    <>
      <Button onClick={onClose}>{cancelLabel}</Button>
      {ability ? (
        <PermittedButton ability={ability} {...submit}>
          {submitLabel}
        </PermittedButton>
      ) : (
        <Button {...submit}>{submitLabel}</Button>
      )}
    </>
  );
}
