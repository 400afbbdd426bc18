import {
  approvalStep,
  repeatedApprovalMessage,
} from "../../../src/business/payouts/approval.rule.ts";
import type { PayoutRow } from "../../../src/business/payouts/payout.schema.ts";
import { staleTimes } from "../../api-client/query-client.ts";
import { storedCents } from "../../../src/platform/money/money.ts";
import { useOwnAccount } from "../../session/use-may.ts";
import { trpc } from "../../trpc.ts";

/** Why the signed-in administrator cannot approve now: they gave the first of two approvals. */
export function useApprovalRefusal({
  status,
  amount,
  approvals,
}: Pick<PayoutRow, "status" | "amount" | "approvals">): string | undefined {
  const { data: account } = useOwnAccount();
  const isMine =
    status !== "approved" &&
    approvals.some(({ administratorId }) => administratorId === account?.id);
  // The amount may have been raised since, and then one approval is enough.
  const settings = trpc.admin.settings.payouts.get.useQuery(undefined, {
    enabled: isMine,
    staleTime: staleTimes.adminPages,
  });
  if (!isMine || !account || !settings.data) return undefined;
  const { secondApprovalAbove } = settings.data;
  const step = approvalStep({
    amount: storedCents(amount),
    secondApprovalAbove: secondApprovalAbove === null ? null : storedCents(secondApprovalAbove),
    approvals,
    actor: { kind: "administrator", id: account.id },
  });
  return step === "repeated" ? repeatedApprovalMessage : undefined;
}
