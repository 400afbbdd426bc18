import type { ToastAction } from "../../components/toast/toasts.ts";
import { useAdminOutcome } from "./use-admin-outcome.ts";

interface DialogOutcome {
  onClose: () => void;
  /** The title and the text of the toast after a success. */
  done: string;
  detail?: string;
  /** The buttons of that toast. */
  actions?: readonly ToastAction[];
  /** The title of the toast after a failure, and its text if the failure has none. */
  failed: string;
  fallback?: string;
}

/**
 * Returns how the mutation of an administrator's dialog ends. A success closes the dialog, shows a toast and refreshes
 * the lists. A failure is shown as a toast, and the dialog stays open. For forms with fields, see `useFormOutcome`.
 */
export function useDialogOutcome({
  onClose,
  done,
  detail,
  actions = [],
  failed,
  fallback,
}: DialogOutcome) {
  const outcome = useAdminOutcome();
  return {
    onSuccess: () => {
      onClose();
      return outcome.succeeded(done, detail, ...actions);
    },
    onError: (error: unknown) => outcome.failed(failed, error, fallback),
  };
}
