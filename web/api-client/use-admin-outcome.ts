import { describeApiError, isSessionEnd, readApiError } from "./api-error.ts";
import { showFailure, showSuccess } from "../components/toast/toasts.ts";
import { trpc } from "../trpc.ts";

/** Statuses of answers which mean that the screen is out of date. */
const staleStatuses = new Set([404, 409]);

/** Ends an administrator's write: shows a toast and refreshes the lists. */
export function useAdminOutcome() {
  const utils = trpc.useUtils();
  // Nearly every write changes several lists and counts: a name also appears beside each payout.
  const refresh = () => utils.admin.invalidate();
  return {
    /** For an outcome that the screen shows by itself. */
    refresh,
    /** Resolves when the lists on the screen are refreshed. */
    succeeded(...toast: Parameters<typeof showSuccess>) {
      showSuccess(...toast);
      return refresh();
    },
    failed(title: string, error: unknown, fallback?: string) {
      if (isSessionEnd(error)) return;
      showFailure(title, describeApiError(error) || fallback);
      if (staleStatuses.has(readApiError(error).httpStatus ?? 0)) void refresh();
    },
  };
}
