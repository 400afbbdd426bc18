import Alert from "@mui/material/Alert";
import { useNavigate } from "@tanstack/react-router";
import { describeMissing } from "../../../../src/business/traders/gates/gate.rule.ts";
import type { DeskRow } from "../../../../src/business/money/payouts/payout.schema.ts";
import {
  type ApprovalStep,
  approvalStep,
  canDecide,
  rejectionRefusal,
  repeatedApprovalMessage,
} from "../../../../src/business/money/payouts/payout-policy.rule.ts";
import { type Decision, decisions } from "../../../../src/business/money/payouts/payout.rule.ts";
import { ActionMenu } from "../../../components/menu/action-menu.tsx";
import { useMay, useOwnAccount } from "../../../app/session/use-may.ts";
import { PermittedButton } from "../../../app/session/permitted.tsx";
import { formatMoment } from "../../../domain/format/dates.ts";
import { Icon } from "../../../components/icon/icon.tsx";

/** The names of the dialogs of the decisions. */
type DecisionDialog = "approve-payout" | "reject-payout";

/** Opens the dialog of a decision on a request. */
export type OpenDecision = (dialog: DecisionDialog, id: number) => void;

interface PayoutActionsProps {
  payout: DeskRow;
  onDecide: OpenDecision;
}

export function PayoutActions({ payout, onDecide }: PayoutActionsProps) {
  const navigate = useNavigate();
  const mayDecide = useMay("payouts.decide");
  const refusalOf = useDecisionRefusal(payout);
  return (
    <ActionMenu
      label={`Actions for request #${payout.id}`}
      actions={[
        ...(mayDecide ? decisions : []).map((decision) => {
          const reason = refusalOf(decision);
          return {
            label: decisionLabels[decision].verb,
            isDisabled: !canDecide(payout.status, decision) || reason !== undefined,
            reason,
            onSelect: () => onDecide(decisionLabels[decision].dialog, payout.id),
          };
        }),
        {
          label: "View Details",
          startsGroup: mayDecide,
          onSelect: () =>
            void navigate({ to: "/admin/payouts/$id", params: { id: String(payout.id) } }),
        },
      ]}
    />
  );
}

interface DecisionButtonsProps {
  payout: DeskRow;
  /** The decision that is expected: approving a pending request without flags. */
  expected?: Decision | undefined;
  /** The id of the text that names what an approval disregards. */
  warningId?: string | undefined;
  onDecide: OpenDecision;
}

/** Shows the decisions that the status allows. Those that would be refused are disabled, with the reason. */
export function DecisionButtons(props: DecisionButtonsProps) {
  const { payout, expected, warningId, onDecide } = props;
  const refusalOf = useDecisionRefusal(payout);
  return decisions
    .filter((decision) => canDecide(payout.status, decision))
    .map((decision) => {
      const refusal = refusalOf(decision);
      const { verb, key, dialog } = decisionLabels[decision];
      return (
        <PermittedButton
          key={decision}
          ability="payouts.decide"
          look={decision === expected ? "primary" : "secondary"}
          disabled={refusal !== undefined}
          title={refusal}
          aria-describedby={decision === "approved" ? warningId : undefined}
          aria-keyshortcuts={key}
          data-tooltip={refusal ? undefined : `${verb} (${key})`}
          onClick={() => onDecide(dialog, payout.id)}
        >
          {verb}
        </PermittedButton>
      );
    });
}

/** The texts of a decision's dialog, buttons and toasts. */
export const decisionLabels: Record<
  Decision,
  {
    dialog: DecisionDialog;
    verb: string;
    key: string;
    pending: string;
    title: string;
    done: string;
    failed: string;
  }
> = {
  approved: {
    dialog: "approve-payout",
    verb: "Approve",
    key: "a",
    pending: "Approving...",
    title: "Approve Payout",
    done: "Payout approved successfully",
    failed: "Failed to approve payout",
  },
  rejected: {
    dialog: "reject-payout",
    verb: "Reject",
    key: "r",
    pending: "Rejecting...",
    title: "Reject Payout",
    done: "Payout rejected successfully",
    failed: "Failed to reject payout",
  },
};

type Approvable = Pick<DeskRow, "status" | "approvals" | "present">;

/** Whether a request is held, because it was made after a takeover of the account. */
export const isHeld = ({ present }: Pick<DeskRow, "present">) =>
  present?.flags?.some(({ code }) => code === "made_after_takeover") ?? false;

const heldMessage = "Made after a takeover: release it first";

/** Why the gate of approvals is closed for the trader of a request; `undefined` if it is open. */
function gateMessage({ present }: Pick<DeskRow, "present">): string | undefined {
  const missing = present?.missing ?? [];
  return missing.length === 0 ? undefined : `The trader ${describeMissing(missing)}`;
}

/**
 * Returns why the signed-in administrator cannot approve: the request is held, it waits for the trader, or they already
 * gave the first of two approvals. Returns `undefined` if they can.
 */
export function useApprovalRefusal(payout: Approvable): string | undefined {
  const { data: account } = useOwnAccount();
  const { status, approvals } = payout;
  const step = useApprovalSteps()(payout);
  if (status === "approved") return undefined;
  const hasApproved = approvals.some(({ administratorId }) => administratorId === account?.id);
  return approvalRefusal(payout, hasApproved ? step : undefined);
}

/** Returns why an administrator cannot approve, from the effect that it would have. */
export function approvalRefusal(
  payout: Approvable,
  step: ApprovalStep | undefined,
): string | undefined {
  if (isHeld(payout)) return heldMessage;
  return gateMessage(payout) ?? (step === "repeated" ? repeatedApprovalMessage : undefined);
}

/**
 * Returns a function that returns the effect of an approval by the signed-in administrator; `undefined` if it is not
 * known.
 */
export function useApprovalSteps(): (payout: Approvable) => ApprovalStep | undefined {
  const { data: account } = useOwnAccount();
  return ({ approvals, present }) => {
    const needsSecond = present?.needsSecondApproval ?? null;
    if (!account || needsSecond === null) return undefined;
    return approvalStep({
      needsSecond,
      approvals,
      actor: { kind: "administrator", id: account.id },
    });
  };
}

/**
 * Returns a function that returns why a decision cannot be made although the status allows it, or `undefined` if it
 * can.
 */
export function useDecisionRefusal(payout: DeskRow): (decision: Decision) => string | undefined {
  const approval = useApprovalRefusal(payout);
  const { paymentRunId: runId, payment } = payout;
  return (decision) =>
    decision === "approved" ? approval : rejectionRefusal({ runId, isPaid: payment !== null });
}

/** Shows the first of two approvals until a second administrator decides. */
export function ApprovalNotice({ payout }: { payout: DeskRow }) {
  const step = useApprovalSteps()(payout);
  const { status, approvals } = payout;
  const [first] = approvals;
  if (!first || status === "approved") return null;
  return (
    <Alert role="status" severity="info" icon={<Icon name="info" />}>
      <p>{`Approved by ${first.name}, waiting for a second administrator`}</p>
      {step === "repeated" ? (
        <p>You gave the first approval, so another administrator must give the second.</p>
      ) : null}
      <p>
        {formatMoment(new Date(first.at))}
        {first.note ? ` · ${first.note}` : ""}
      </p>
    </Alert>
  );
}
