import { describeApiError, readApiError } from "./api-error.ts";
import { showFailure, showSuccess } from "../components/toast/toasts.ts";
import { trpc } from "../trpc.ts";

/** Answers which say that what is on the screen is no longer so. */
const staleStatuses = new Set([404, 409]);

/** How an administrator's write ends: with a toast, and with lists that show what it did. */
export function useAdminOutcome() {
  const utils = trpc.useUtils();
  // Nearly every write shows in every list and count: a name beside a payout, a balance in its flag.
  const refresh = () => utils.admin.invalidate();
  return {
    /** Resolves when the lists on the screen are fresh. */
    succeeded(...toast: Parameters<typeof showSuccess>) {
      showSuccess(...toast);
      return refresh();
    },
    failed(title: string, error: unknown, fallback?: string) {
      showFailure(title, describeApiError(error) || fallback);
      if (staleStatuses.has(readApiError(error).httpStatus ?? 0)) void refresh();
    },
  };
}
