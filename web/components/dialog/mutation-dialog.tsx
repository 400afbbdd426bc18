import type { ReactNode } from "react";
import type { DefaultValues, FieldValues } from "react-hook-form";
import type { ZodType } from "zod";
import type { Ability } from "../../../src/identity/roles/roles.rule.ts";
import { useAdminOutcome } from "../../app/api-client/use-admin-outcome.ts";
import type { DialogProps } from "../../app/dialogs.tsx";
import { changedFields } from "../forms/changed-fields.ts";
import { type SchemaForm, useSchemaForm } from "../forms/use-schema-form.ts";
import type { showSuccess } from "../toast/toasts.ts";
import type { DialogSize } from "./dialog-frame.tsx";
import { FormDialog } from "./form-dialog.tsx";

interface MutationOptions<Sent, Result> {
  gcTime: number;
  onSuccess: (result: Result, sent: Sent) => unknown;
  onError: (error: unknown) => void;
}

interface MutationDialogProps<Input extends FieldValues, Output, Sent, Result> extends DialogProps {
  title: string;
  size?: DialogSize;
  schema: ZodType<Output, Input>;
  /** The values with which the form starts, unless it edits what is stored: then `present` is enough. */
  values?: DefaultValues<NoInfer<Input>>;
  /** What is stored. Replaces the values when it has loaded or changes; edited fields are kept. */
  present?: NoInfer<Input> | undefined;
  /** A call of `trpc`, such as `trpc.admin.team.create`. */
  mutation: {
    useMutation: (options: MutationOptions<Sent, Result>) => {
      mutateAsync: (sent: Sent) => Promise<Result>;
    };
  };
  /**
   * Returns what is sent: usually the values of the form and an id.
   * @param edited only the values that were edited, for calls that leave the others as they are
   */
  toInput: (values: NoInfer<Output>, edited: Partial<NoInfer<Output>>) => NoInfer<Sent>;
  submitLabel: string;
  pendingLabel: string;
  submitLook?: "primary" | "secondary" | "danger";
  isSubmitDisabled?: boolean;
  cancelLabel?: string;
  /** Required to submit. */
  ability?: Ability;
  /** The title of the toast after a success, or all of the toast. */
  saved:
    string | ((result: NoInfer<Result>, sent: NoInfer<Sent>) => Parameters<typeof showSuccess>);
  /** The title of the toast after a failure. */
  failed: string;
  onSaved?: (result: NoInfer<Result>, sent: NoInfer<Sent>) => void;
  /** Called after a failure has been shown. */
  onFailed?: (error: unknown, form: SchemaForm<Input, Output>) => void;
  /** The fields. */
  children: (form: SchemaForm<Input, Output>) => ReactNode;
}

/**
 * An administrator's dialog with a form that makes one call. A success closes it, shows a toast and refreshes the
 * lists. A failure is shown as a toast and at the fields that it refers to.
 */
export function MutationDialog<Input extends FieldValues, Output, Sent, Result>(
  props: MutationDialogProps<Input, Output, Sent, Result>,
) {
  const { title, size, isOpen, onClose, schema, values, mutation, toInput } = props;
  const { saved, failed, onSaved, onFailed, children } = props;
  const form = useSchemaForm<Input, Output>(schema, values, props.present);
  // Read in every rendering, because a form only keeps the state up to date that its component reads.
  const { dirtyFields } = form.formState;
  const outcome = useAdminOutcome();
  // oxlint-disable-next-line react/hooks -- a call is the same in every rendering of its dialog
  const { mutateAsync } = mutation.useMutation({
    // The response may contain a secret, which must not stay in the cache.
    gcTime: 0,
    onSuccess: (result, sent) => {
      onClose();
      onSaved?.(result, sent);
      const toast: Parameters<typeof showSuccess> =
        typeof saved === "string" ? [saved] : saved(result, sent);
      return outcome.succeeded(...toast);
    },
    onError: (error) => {
      form.showErrors(error);
      outcome.failed(failed, error);
      onFailed?.(error, form);
    },
  });
  return (
    <FormDialog
      title={title}
      size={size}
      isOpen={isOpen}
      onClose={onClose}
      form={form}
      onSubmit={(entered) =>
        mutateAsync(toInput(entered, changedFields(entered as object, dirtyFields)))
      }
      submitLabel={props.submitLabel}
      pendingLabel={props.pendingLabel}
      submitLook={props.submitLook}
      isSubmitDisabled={props.isSubmitDisabled}
      cancelLabel={props.cancelLabel}
      ability={props.ability}
    >
      {children(form)}
    </FormDialog>
  );
}
