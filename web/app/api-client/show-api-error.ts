import { showFailure } from "../../components/toast/toasts.ts";
import { describeApiError, isSessionEnd } from "./api-error.ts";

/**
 * Shows a failed call as a toast, unless the session has ended: the sign-in dialog reports that.
 * @param fallback see `describeApiError`
 */
export function showApiError(title: string, error: unknown, fallback?: string) {
  if (!isSessionEnd(error)) showFailure(title, describeApiError(error, fallback));
}
