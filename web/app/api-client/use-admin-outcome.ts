import { describeApiError, isSessionEnd, readApiError } from "./api-error.ts";
import { showFailure, showSuccess } from "../../components/toast/toasts.ts";
import { isUnrecorded } from "./recorded-reads.ts";
import { trpc } from "../../trpc.ts";

/** Response statuses which mean that the screen is out of date. */
const staleStatuses = new Set([404, 409]);

/** Reports the outcome of an administrator's write: shows a toast and refreshes the lists. */
export function useAdminOutcome() {
  const utils = trpc.useUtils();
  // Almost every write changes several lists and counts; a trader's name, for example, also appears on payouts.
  const refresh = () => utils.admin.invalidate(undefined, { predicate: isUnrecorded });
  return {
    /** For outcomes that the screen itself shows. */
    refresh,
    /** Resolves when the lists on the screen are refreshed. */
    succeeded(...toast: Parameters<typeof showSuccess>) {
      showSuccess(...toast);
      return refresh();
    },
    failed(title: string, error: unknown, fallback?: string) {
      if (isSessionEnd(error)) return;
      showFailure(title, describeApiError(error, fallback));
      if (staleStatuses.has(readApiError(error).httpStatus ?? 0)) void refresh();
    },
  };
}
