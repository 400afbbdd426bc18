import { useAdminOutcome } from "./use-admin-outcome.ts";

interface FormOutcome<Result> {
  onClose: () => void;
  /** The title of the toast after a success, and after a failure. */
  saved: string;
  failed: string;
  /** Called with what the server returns. */
  onSaved?: (result: Result) => void;
}

/**
 * Returns how the mutation of an administrator's form dialog ends. A success closes the dialog, shows a toast and
 * refreshes the lists. A failure is shown as a toast and at the fields that it refers to.
 */
export function useFormOutcome<Result = unknown>(
  form: { showErrors: (error: unknown) => void },
  outcome: FormOutcome<Result>,
) {
  const { succeeded, failed } = useAdminOutcome();
  return {
    onSuccess: (result: Result) => {
      outcome.onClose();
      outcome.onSaved?.(result);
      return succeeded(outcome.saved);
    },
    onError: (error: unknown) => {
      form.showErrors(error);
      failed(outcome.failed, error);
    },
  };
}
