import { useMutation } from "@tanstack/react-query";
import type { RequestPayoutInput } from "../../../src/business/money/payouts/payout.schema.ts";
import { readApiError } from "../../app/api-client/api-error.ts";
import { showApiError } from "../../app/api-client/show-api-error.ts";
import { showFailure, showSuccess } from "../../components/toast/toasts.ts";
import { trpc, trpcClient } from "../../trpc.ts";
import { useRef } from "react";

export function useRequestPayout(onRequested: () => void) {
  const utils = trpc.useUtils();
  const key = useRequestKey();
  return useMutation({
    mutationFn: (request: RequestPayoutInput) => {
      const context = { idempotencyKey: key.keyOf(request) };
      return trpcClient.trader.payouts.request.mutate(request, { context });
    },
    onSuccess: () => {
      key.forget();
      onRequested();
      showSuccess("Payout requested", "Your payout request has been submitted successfully.");
      void utils.trader.payouts.readiness.invalidate();
      return utils.trader.payouts.list.invalidate();
    },
    onError: (error) => {
      if (!isSwitchedOff(error)) {
        showApiError("Request failed", error);
        return;
      }
      showFailure("Payouts disabled", "Your account is not currently eligible for payouts.");
      void utils.trader.account.invalidate();
    },
  });
}

/** Returns whether an administrator has disabled payouts since the form was opened. */
function isSwitchedOff(error: unknown): boolean {
  const { httpStatus, isBanned } = readApiError(error);
  return httpStatus === 403 && !isBanned;
}

/**
 * Returns the `Idempotency-Key` of a filled-in request. A retry after a lost connection reuses the key, so that the
 * request cannot be created twice; any change of the input results in a new key.
 */
export function useRequestKey() {
  const last = useRef<{ filledIn: string; key: string }>(undefined);
  return {
    keyOf(request: object): string {
      const filledIn = JSON.stringify(request);
      if (last.current?.filledIn !== filledIn) last.current = { filledIn, key: makeKey() };
      return last.current.key;
    },
    /** Called after success: the next request gets a new key, even with the same values. */
    forget() {
      last.current = undefined;
    },
  };
}

/** 128 random bits. `randomUUID` requires a secure origin. */
function makeKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
