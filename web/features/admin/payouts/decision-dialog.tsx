import Typography from "@mui/material/Typography";
import { Link } from "@tanstack/react-router";
import { getQueryKey } from "@trpc/react-query";
import { useEffect, useId, useRef, useState } from "react";
import type { PayoutDesk } from "../../../../src/business/money/payouts/desk.schema.ts";
import { canDecide } from "../../../../src/business/money/payouts/payout-policy.rule.ts";
import {
  type Decision,
  paymentMethods,
  payoutStatusLabels,
} from "../../../../src/business/money/payouts/payout.rule.ts";
import {
  decidePayoutInput,
  type DeskRow,
  type Payout,
} from "../../../../src/business/money/payouts/payout.schema.ts";
import { formatMoney } from "../../../../src/platform/money/money.ts";
import { readApiError } from "../../../app/api-client/api-error.ts";
import { useAdminOutcome } from "../../../app/api-client/use-admin-outcome.ts";
import { useListed } from "../../../app/api-client/queries.ts";
import { type DialogProps, withSubject } from "../../../app/dialogs.tsx";
import { Button } from "../../../components/button/button.tsx";
import { FormDialog } from "../../../components/dialog/form-dialog.tsx";
import { Notice } from "../../../components/feedback/notice.tsx";
import { TextArea } from "../../../components/field/text-area.tsx";
import { useSchemaForm } from "../../../components/forms/use-schema-form.ts";
import { formatMoment } from "../../../domain/format/dates.ts";
import { displayName } from "../../../domain/format/texts.tsx";
import { Conclusion } from "../../../domain/payouts/desk.tsx";
import type { FlagState } from "../../../domain/payouts/payout-flags.tsx";
import { trpc } from "../../../trpc.ts";
import { ApprovalNotice, decisionLabels, useDecisionRefusal } from "./decisions.tsx";
import { describeDisregarded, FlagNotice } from "./flag-notice.tsx";
import { concludePayout } from "./payout-conclusion.tsx";

/** Returns a request as it is listed, until its current data has arrived. */
export function useRequest(id: number) {
  const desk = trpc.admin.payouts.desk.useQuery({ id }, { refetchOnMount: "always" });
  const listed = useListed<DeskRow>(getQueryKey(trpc.admin.payouts.page), id);
  return { data: desk.data?.payout ?? listed, error: desk.error };
}

interface SubjectProps extends DialogProps {
  subject: DeskRow;
}

export const ApproveDialog = withSubject(useRequest, "request", (props: SubjectProps) => (
  <DecisionDialog {...props} decision="approved" />
));

export const RejectDialog = withSubject(useRequest, "request", (props: SubjectProps) => (
  <DecisionDialog {...props} decision="rejected" />
));

interface DecisionDialogProps extends SubjectProps {
  decision: Decision;
}

function DecisionDialog({ subject: payout, decision, isOpen, onClose }: DecisionDialogProps) {
  const labels = decisionLabels[decision];
  const form = useSchemaForm(decidePayoutInput, {
    id: payout.id,
    status: decision,
    adminNotes: "",
  });
  // What the person decides on: the row as it was when the dialog opened, and the first facts that were read for it.
  const [opened] = useState(payout);
  const [seen, setSeen] = useState<PayoutDesk>();
  const [overtaken, setOvertaken] = useState<Payout>();
  // The facts may have changed since the list was loaded.
  const query = trpc.admin.payouts.desk.useQuery(
    { id: payout.id },
    { enabled: isOpen, refetchOnMount: "always" },
  );
  const { isFetchedAfterMount } = query;
  const live = isFetchedAfterMount ? query.data : undefined;
  if (live && !seen) setSeen(live);
  const isChanged = overtaken !== undefined || hasChanged(opened, seen, live);
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
      void query.refetch();
    },
  });

  const flags = currentFlags({ ...query, data: seen });
  const isRejection = decision === "rejected";
  const isBlank = !form.watch("adminNotes")?.trim();
  const shown = seen?.payout ?? opened;
  const refusal = useDecisionRefusal(shown)(decision);
  const isOpenToDecide = !isChanged && canDecide(opened.status, decision) && refusal === undefined;
  // A decision waits for the flags, unless they cannot be loaded.
  const isReady = isFetchedAfterMount && isOpenToDecide;
  const isUsual = typeof flags !== "string" && flags.length === 0;
  const submit = useFocusWhen(!isRejection && isReady && isUsual);
  const warningId = useId();
  const conclusion = concludePayout(shown, true);
  const warning = isRejection ? undefined : describeDisregarded(flags);

  return (
    <FormDialog
      title={labels.title}
      isOpen={isOpen}
      onClose={onClose}
      size="sm"
      form={form}
      // The server refuses the decision if what it is based on is no longer what is shown here.
      onSubmit={(values) =>
        decide.mutateAsync({
          ...values,
          expectedStatus: opened.status,
          expectedCurrency: opened.currency,
          ...(seen?.readiness && { expectedReadiness: seen.readiness.sha256 }),
        })
      }
      actions={
        <>
          {warning && isOpenToDecide ? (
            <Typography
              id={warningId}
              variant="body2"
              sx={{ flex: 1, color: "text.secondary", overflowWrap: "anywhere" }}
            >
              {warning}
            </Typography>
          ) : null}
          <Button onClick={onClose}>{isOpenToDecide ? "Cancel" : "Close"}</Button>
          {isChanged ? null : (
            <Button
              ref={submit}
              type="submit"
              // An approval is no longer the expected decision if something about the request is unusual.
              look={isRejection ? "danger" : isUsual ? "primary" : "secondary"}
              disabled={!isReady || (isRejection && isBlank)}
              isPending={form.formState.isSubmitting}
              pendingLabel={labels.pending}
              aria-describedby={warning ? warningId : undefined}
            >
              {labels.verb}
            </Button>
          )}
        </>
      }
    >
      {isChanged ? (
        <ChangeNotice opened={opened} present={overtaken ?? live?.payout ?? opened} desk={live} />
      ) : null}
      <div>
        <Typography component="p" sx={{ fontSize: "var(--text-figure)", fontWeight: 600 }}>
          {formatMoney(shown.amount, opened.currency)}
        </Typography>
        <Typography variant="body2" sx={{ color: "text.secondary", overflowWrap: "anywhere" }}>
          {`Request #${payout.id} · ${displayName(payout.user)} · ${paymentMethods[payout.paymentMethod]}`}
        </Typography>
      </div>
      <div>
        <Conclusion isUnusual={conclusion.isOver}>{conclusion.sentence}</Conclusion>
      </div>
      <FlagNotice name="on this request" flags={flags} />
      {flags === "unread" && shown.exceedsBalance ? (
        <Notice tone="warning" title="More than the balance">
          <p>The amount exceeds the current balance of the trader's account.</p>
        </Notice>
      ) : null}
      {isRejection && refusal ? <Notice tone="info" title={refusal} /> : null}
      <ApprovalNotice payout={shown} />
      {isRejection && opened.status === "approved" ? <CertificateNotice payout={payout} /> : null}
      <TextArea
        label="Admin Notes"
        hint={`${isRejection ? "Required" : "Optional"}. Shown to the trader. Ctrl+Enter submits.`}
        rows={2}
        autoFocus={isRejection}
        {...form.field("adminNotes")}
      />
    </FormDialog>
  );
}

/** Moves the focus to a control once it can be used, unless something in the dialog has taken it before. */
function useFocusWhen(isUsable: boolean) {
  const control = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const active = document.activeElement;
    if (isUsable && !active?.matches("textarea, button, a")) control.current?.focus();
  }, [isUsable]);
  return control;
}

/** The current flags, which are unread if the request or its flags could not be loaded. */
function currentFlags({
  data,
  isLoadingError,
}: {
  data?: PayoutDesk;
  isLoadingError: boolean;
}): FlagState {
  if (data) return data.flags ?? "unread";
  return isLoadingError ? "unread" : "checking";
}

/** Whether what a person decides on is no longer what they saw when the dialog opened. */
function hasChanged(opened: DeskRow, seen: PayoutDesk | undefined, live: PayoutDesk | undefined) {
  if (!live) return false;
  const { status, currency, approvals } = live.payout;
  return (
    status !== opened.status ||
    currency !== opened.currency ||
    approvals.length !== opened.approvals.length ||
    (seen !== undefined && seen.readiness?.sha256 !== live.readiness?.sha256)
  );
}

interface ChangeNoticeProps {
  opened: DeskRow;
  present: Payout | DeskRow;
  /** `undefined` until it has loaded. */
  desk: PayoutDesk | undefined;
}

/** Says who decided what since the dialog opened, or what else has changed. */
function ChangeNotice({ opened, present, desk }: ChangeNoticeProps) {
  const { status, adminNotes, currency, amount } = present;
  const last = desk?.timeline.at(-1);
  const by = last?.actorName ? `By ${last.actorName}, ${formatMoment(last.at)}.` : undefined;
  if (status === "cancelled") {
    return <Notice tone="info" title="The trader has cancelled this request" />;
  }
  if (status !== opened.status) {
    return (
      <Notice tone="info" title={`Already decided: ${payoutStatusLabels[status]}`}>
        {by ? <p>{by}</p> : null}
        <p>{adminNotes ? `Admin notes: ${adminNotes}` : "There are no admin notes."}</p>
      </Notice>
    );
  }
  if (desk && desk.payout.approvals.length > opened.approvals.length) {
    return (
      <Notice tone="info" title="The first approval was given">
        {by ? <p>{by}</p> : null}
      </Notice>
    );
  }
  return (
    <Notice tone="info" title="This request has changed since the dialog was opened">
      <p>
        {currency === opened.currency
          ? "What can be withdrawn, or a reason against it, is no longer what is shown here. Close the dialog and look at the request again."
          : `It is now for ${formatMoney(amount, currency)}. Close the dialog and look at the request again.`}
      </p>
    </Notice>
  );
}

/** Warns that a rejection does not withdraw the certificate of an approved payout. */
function CertificateNotice({ payout: { id, userId } }: { payout: DeskRow }) {
  const { data } = trpc.admin.certificates.sources.useQuery({ userId });
  const source = data?.find(({ payoutId }) => payoutId === id);
  if (!source || source.issued === 0) return null;
  return (
    <Notice tone="warning" title="A certificate was issued for this payout">
      <p>
        A rejection does not withdraw it: it stays valid until you withdraw it among{" "}
        <Link
          to="/admin/users/$id"
          params={{ id: String(userId) }}
          search={{ tab: "certificates" }}
        >
          the trader's certificates
        </Link>
        .
      </p>
    </Notice>
  );
}
