import { type Query, type QueryClient, useQueryClient } from "@tanstack/react-query";
import { showFailure, showSuccess, type ToastAction } from "../../components/toast/toasts.ts";
import { trpc } from "../../trpc.ts";
import { describeApiError, isSessionEnd, readApiError } from "./api-error.ts";
import { changesRead, pathOf } from "./changed-reads.rule.ts";
import { type LinkProps, useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { getQueryKey } from "@trpc/react-query";

/** Response statuses which mean that the screen is out of date. */
const staleStatuses = new Set([404, 409]);

/** Reports the outcome of an administrator's write: shows a toast and refreshes what the write may have changed. */
export function useAdminOutcome() {
  const client = useQueryClient();
  const utils = trpc.useUtils();
  const refresh = () => {
    const writes = pendingWrites(client);
    return utils.admin.invalidate(undefined, {
      predicate: (query) =>
        isUnrecorded(query) &&
        (writes.length === 0 || writes.some((write) => changesRead(write, pathOf(query.queryKey)))),
    });
  };
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

/** Returns the paths of the writes whose outcome is being handled; they count as pending until then. */
function pendingWrites(client: QueryClient): string[][] {
  const pending = client.getMutationCache().findAll({ status: "pending" });
  return pending.map(({ options }) => pathOf(options.mutationKey ?? []));
}

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

/**
 * Returns how saving in an editor with a page of its own ends. A success shows a toast, refreshes the lists and leaves to
 * a list. A failure is shown as a toast and at the fields that it refers to.
 */
export function useEditorOutcome(list: NonNullable<LinkProps["to"]>) {
  const navigate = useNavigate();
  const { succeeded, failed } = useAdminOutcome();
  const [isSaved, setSaved] = useState(false);
  // Navigates after the render that disables the guard for unsaved changes.
  useEffect(() => {
    if (isSaved) void navigate({ to: list });
  }, [isSaved, list, navigate]);
  return {
    isSaved,
    /** Leaves the editor without another toast. */
    leave: () => setSaved(true),
    outcomeFor(form: { showErrors: (error: unknown) => void }, done: string, refused: string) {
      return {
        onSuccess: () => {
          setSaved(true);
          return succeeded(done);
        },
        onError: (error: unknown) => {
          form.showErrors(error);
          failed(refused, error);
        },
      };
    },
  };
}

/**
 * The audit log records each of these reads as a view of a master password or of payment details. They are sent only
 * when an administrator opens a dialog or asks for the secret, so everything else on the screen comes from other reads.
 */
const recordedReads = new Set(
  [trpc.admin.users.get, trpc.admin.payouts.get].map((read) => nameOf(getQueryKey(read))),
);

/** For everything that refetches several queries at once. */
export function isUnrecorded({ queryKey }: Pick<Query, "queryKey">): boolean {
  return !recordedReads.has(nameOf(queryKey));
}

function nameOf(key: readonly unknown[]): string {
  return pathOf(key).join(".");
}
