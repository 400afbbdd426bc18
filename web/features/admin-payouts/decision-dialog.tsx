import { useState } from "react";
import {
  decidePayoutInput,
  type Payout,
} from "../../../src/business/money/payouts/payout.schema.ts";
import { canDecide } from "../../../src/business/money/payouts/payout-policy.rule.ts";
import { readApiError } from "../../app/api-client/api-error.ts";
import { Notice } from "../../components/feedback/notice.tsx";
import { FormDialog } from "../../components/dialog/form-dialog.tsx";
import { TextArea } from "../../components/field/text-area.tsx";
import { useSchemaForm } from "../../components/forms/use-schema-form.ts";
import { trpc } from "../../trpc.ts";
import { useAdminOutcome } from "../../app/api-client/use-admin-outcome.ts";
import { ApprovalNotice } from "./approval-notice.tsx";
import { CertificateNotice } from "./certificate-notice.tsx";
import { DecidedNotice } from "./decided-notice.tsx";
import { decisionLabels } from "./decision-labels.ts";
import { FlagNotice } from "./flag-list.tsx";
import { ConclusionSentence } from "./payout-conclusion.tsx";
import type { PayoutDecision } from "./payout-dialog.ts";
import { PayoutEvidence } from "./payout-evidence.tsx";
import { PayoutFacts } from "./payout-facts.tsx";
import { useDecisionRefusal } from "./use-decision-refusal.ts";
import { currentFlags, hasNoFlags, usePayout } from "./use-payout.ts";

interface DecisionDialogProps {
  pending: PayoutDecision;
  isOpen: boolean;
  onClose: () => void;
}

export function DecisionDialog({ pending, isOpen, onClose }: DecisionDialogProps) {
  const { payout, decision } = pending;
  const labels = decisionLabels[decision];
  const form = useSchemaForm(decidePayoutInput, {
    id: payout.id,
    status: decision,
    adminNotes: "",
  });
  const [overtaken, setOvertaken] = useState<Payout>();
  // The balance, and with it this flag, may have changed since the list was loaded.
  const query = usePayout(payout.id, isOpen);
  const { data: loaded, isFetchedAfterMount } = query;
  const { succeeded, failed } = useAdminOutcome();
  const decide = trpc.admin.payouts.decide.useMutation({
    onSuccess: ({ status, approvals }) => {
      onClose();
      if (status === decision) return succeeded(labels.done);
      return succeeded(
        "First approval recorded",
        `Approved by ${approvals[0]?.name}, waiting for a second administrator`,
      );
    },
    onError: (error) => {
      setOvertaken(readApiError(error).current as Payout | undefined);
      failed(labels.failed, error);
    },
  });

  const flags = currentFlags(query);
  const isRejection = decision === "rejected";
  const isBlank = !form.watch("adminNotes")?.trim();
  const present = overtaken ?? payout;
  const { exceedsBalance } = loaded ?? payout;
  const shown = { ...payout, ...loaded, ...overtaken, exceedsBalance };
  const refusal = useDecisionRefusal(loaded ?? payout)(decision);
  const isOpenToDecide = canDecide(present.status, decision) && refusal === undefined;

  return (
    <FormDialog
      title={labels.title}
      isOpen={isOpen}
      onClose={onClose}
      size="sm"
      form={form}
      // The server refuses the decision if the status or currency is no longer the one shown here.
      onSubmit={(values) =>
        decide.mutateAsync({
          ...values,
          expectedStatus: present.status,
          expectedCurrency: shown.currency,
        })
      }
      submitLabel={labels.verb}
      pendingLabel={labels.pending}
      // An approval is no longer the expected decision if something about the request is unusual.
      submitLook={isRejection ? "danger" : hasNoFlags(flags) ? "primary" : "secondary"}
      // A decision waits for the flags, unless they cannot be loaded.
      isSubmitDisabled={!isFetchedAfterMount || !isOpenToDecide || (isRejection && isBlank)}
      cancelLabel={isOpenToDecide ? "Cancel" : "Close"}
    >
      {overtaken ? <DecidedNotice payout={overtaken} /> : null}
      <ConclusionSentence payout={loaded ?? payout} />
      <FlagNotice name="on this request" flags={flags} />
      {isRejection && refusal ? <Notice tone="info" title={refusal} /> : null}
      <ApprovalNotice payout={loaded ?? payout} />
      <PayoutFacts payout={shown} />
      {isRejection && present.status === "approved" ? <CertificateNotice payout={payout} /> : null}
      <TextArea
        label="Admin Notes"
        hint={isRejection ? "Required. Shown to the trader." : "Optional. Shown to the trader."}
        rows={3}
        autoFocus={isRejection}
        {...form.field("adminNotes")}
      />
      <PayoutEvidence payout={payout} />
    </FormDialog>
  );
}
