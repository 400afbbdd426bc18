import {
  type DeskRow,
  releasePayoutInput,
} from "../../../../src/business/money/payouts/payout.schema.ts";
import { formatMoney } from "../../../../src/platform/money/money.ts";
import { type DialogProps, withSubject } from "../../../app/dialogs.tsx";
import { MutationDialog } from "../../../components/dialog/mutation-dialog.tsx";
import { TextArea } from "../../../components/field/text-area.tsx";
import { PersonName } from "../../../domain/format/texts.tsx";
import { trpc } from "../../../trpc.ts";
import { useRequest } from "./decision-dialog.tsx";

interface ReleaseDialogProps extends DialogProps {
  subject: DeskRow;
}

/** Releases a request that is held because it was made after a takeover. It decides nothing. */
export const ReleaseDialog = withSubject(
  useRequest,
  "request",
  ({ subject: { id, amount, currency, user }, ...frame }: ReleaseDialogProps) => (
    <MutationDialog
      {...frame}
      title="Release Payout"
      size="sm"
      schema={releasePayoutInput}
      values={{ id, reason: "" }}
      mutation={trpc.admin.payouts.release}
      toInput={(input) => input}
      submitLabel="Release"
      pendingLabel="Releasing..."
      ability="payouts.decide"
      saved="Payout released"
      failed="Failed to release the payout"
    >
      {(form) => (
        <>
          <p>
            <PersonName of={user} /> reported that another person had changed how they sign in
            before request #{id} for {formatMoney(amount, currency)} was made. Release it only if
            you have checked that it is theirs. It can then be approved and paid like any other.
          </p>
          <TextArea
            label="Reason"
            hint="Recorded in the audit log. The trader does not see it."
            autoFocus
            {...form.field("reason")}
          />
        </>
      )}
    </MutationDialog>
  ),
);
