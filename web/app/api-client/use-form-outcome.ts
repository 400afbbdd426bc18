import { useAdminOutcome } from "./use-admin-outcome.ts";

interface FormOutcome<Result, Input> {
  onClose: () => void;
  /** The title of the toast after a success, and after a failure. */
  saved: string;
  failed: string;
  /** Called with what the server returned, and with what was sent. */
  onSaved?: (result: Result, input: Input) => void;
}

/**
 * Returns how the mutation of an administrator's form dialog ends. A success closes the dialog, shows a toast and
 * refreshes the lists. A failure is shown as a toast and at the fields that it refers to.
 */
export function useFormOutcome<Result = unknown, Input = unknown>(
  form: { showErrors: (error: unknown) => void },
  outcome: FormOutcome<Result, Input>,
) {
  const { succeeded, failed } = useAdminOutcome();
  return {
    onSuccess: (result: Result, input: Input) => {
      outcome.onClose();
      outcome.onSaved?.(result, input);
      return succeeded(outcome.saved);
    },
    onError: (error: unknown) => {
      form.showErrors(error);
      failed(outcome.failed, error);
    },
  };
}
