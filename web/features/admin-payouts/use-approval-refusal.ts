import {
  type ApprovalStep,
  approvalStep,
  repeatedApprovalMessage,
} from "../../../src/business/money/payouts/payout-policy.rule.ts";
import type { PayoutRow } from "../../../src/business/money/payouts/payout.schema.ts";
import { staleTimes } from "../../app/api-client/query-client.ts";
import { useOwnAccount } from "../../app/session/use-may.ts";
import { trpc } from "../../trpc.ts";

type Approvable = Pick<PayoutRow, "status" | "amount" | "currency" | "approvals">;

/**
 * Returns why the signed-in administrator cannot approve: they already gave the first of two approvals. Returns
 * `undefined` if they can.
 */
export function useApprovalRefusal(payout: Approvable): string | undefined {
  const { data: account } = useOwnAccount();
  const { status, approvals } = payout;
  const isPossible =
    status !== "approved" &&
    approvals.some(({ administratorId }) => administratorId === account?.id);
  const step = useApprovalSteps(isPossible)(payout);
  return isPossible ? refusalOf(step) : undefined;
}

/** Returns why an administrator cannot approve, from the effect that it would have. */
export function refusalOf(step: ApprovalStep | undefined): string | undefined {
  return step === "repeated" ? repeatedApprovalMessage : undefined;
}

/**
 * Returns a function that returns the effect of an approval by the signed-in administrator; `undefined` while its data
 * is loading.
 * @param isNeeded false if nothing has to be loaded
 */
export function useApprovalSteps(
  isNeeded: boolean,
): (payout: Approvable) => ApprovalStep | undefined {
  const { data: account } = useOwnAccount();
  // The limit for a second approval may have been raised since; one approval is then enough.
  const settings = trpc.admin.settings.payouts.get.useQuery(undefined, {
    enabled: isNeeded,
    staleTime: staleTimes.adminPages,
  });
  return ({ amount, currency, approvals }) => {
    if (!account || !settings.data) return undefined;
    const actor = { kind: "administrator", id: account.id } as const;
    return approvalStep({ amount, currency, limit: settings.data, approvals, actor });
  };
}
