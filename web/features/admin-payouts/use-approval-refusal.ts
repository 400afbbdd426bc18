import {
  type ApprovalStep,
  approvalStep,
  repeatedApprovalMessage,
} from "../../../src/business/payouts/approval.rule.ts";
import type { PayoutRow } from "../../../src/business/payouts/payout.schema.ts";
import { staleTimes } from "../../api-client/query-client.ts";
import { storedCents } from "../../../src/platform/money/money.ts";
import { useOwnAccount } from "../../session/use-may.ts";
import { trpc } from "../../trpc.ts";

type Approvable = Pick<PayoutRow, "status" | "amount" | "currency" | "approvals">;

/**
 * Returns why the signed-in administrator cannot approve: they already gave the first of two approvals. Returns
 * `undefined` if they can.
 */
export function useApprovalRefusal(payout: Approvable): string | undefined {
  const { data: account } = useOwnAccount();
  return useApprovalRefusals(waitsForAnother(account, payout))(payout);
}

/**
 * The same for many requests: returns a function that returns the reason, or `undefined` while its data is loading.
 * @param isNeeded false if the administrator has approved none of them, so that nothing has to be loaded
 */
export function useApprovalRefusals(isNeeded: boolean): (payout: Approvable) => string | undefined {
  const { data: account } = useOwnAccount();
  const stepOf = useApprovalSteps(isNeeded);
  return (payout) =>
    waitsForAnother(account, payout) && stepOf(payout) === "repeated"
      ? repeatedApprovalMessage
      : undefined;
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
  // The threshold for a second approval may have been raised since; one approval is then enough.
  const settings = trpc.admin.settings.payouts.get.useQuery(undefined, {
    enabled: isNeeded,
    staleTime: staleTimes.adminPages,
  });
  return (payout) => {
    if (!account || !settings.data) return undefined;
    const { amount, currency, approvals } = payout;
    const { secondApprovalAbove } = settings.data;
    return approvalStep({
      amount: storedCents(amount),
      currency,
      secondApprovalAbove: secondApprovalAbove === null ? null : storedCents(secondApprovalAbove),
      approvals,
      actor: { kind: "administrator", id: account.id },
    });
  };
}

/** Whether the administrator has approved a request that is not approved yet. */
function waitsForAnother(
  account: { id: number } | undefined,
  { status, approvals }: Pick<Approvable, "status" | "approvals">,
): boolean {
  return (
    status !== "approved" &&
    approvals.some(({ administratorId }) => administratorId === account?.id)
  );
}
