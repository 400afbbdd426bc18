import Typography from "@mui/material/Typography";
import { useRef } from "react";
import { ConfirmDialog } from "../../components/dialog/confirm-dialog.tsx";
import { Opened } from "../../components/dialog/opened.tsx";
import { useDialog } from "../../components/dialog/use-dialog.ts";
import { lazyComponent } from "../../components/lazy/lazy-component.tsx";
import { LoadingRegion } from "../../components/feedback/loading-region.tsx";
import { Notice } from "../../components/feedback/notice.tsx";
import { FieldSkeleton } from "../../components/field/field-skeleton.tsx";
import { Loaded } from "../../components/loaded/loaded.tsx";
import { FormActions, FormColumn } from "../../components/forms/form-layout.tsx";
import { useAccount } from "../../app/api-client/use-account.ts";
import { paymentMethods } from "../../../src/business/money/payouts/payout.rule.ts";
import { formatMoney, parseCents, storedCents } from "../../../src/platform/money/money.ts";
import { Button } from "../../components/button/button.tsx";
import { Select } from "../../components/field/select.tsx";
import { TextField } from "../../components/field/text-field.tsx";
import { Form } from "../../components/forms/form.tsx";
import { UnsavedChanges } from "../../components/forms/unsaved-changes.tsx";
import { useSchemaForm } from "../../components/forms/use-schema-form.ts";
import { PaymentDetails, readDetails, writeDetails } from "./payment-details.tsx";
import type { PayoutFormOutput } from "./payout-form-schema.ts";
import { usePayoutReadiness } from "./payout-queries.ts";
import { SaveAction, SavedChoices } from "./saved-details.tsx";
import type { DetailsChange } from "./saved-details-dialog.tsx";
import { useIsBeforePayouts } from "./payout-readiness.tsx";
import { doubtsAbout } from "./request-doubts.ts";
import { supportUrl } from "../../app/document/page-meta.ts";
import { useMutation } from "@tanstack/react-query";
import type { RequestPayoutInput } from "../../../src/business/money/payouts/payout.schema.ts";
import { readApiError, showApiError } from "../../app/api-client/api-error.ts";
import { showFailure, showSuccess } from "../../components/toast/toasts.ts";
import { trpc, trpcClient } from "../../trpc.ts";

/** Shows the form, or a notice if payouts are not enabled. */
export function RequestPayout() {
  const account = useAccount();
  const isBeforePayouts = useIsBeforePayouts();
  const skeleton = (
    <LoadingRegion name="Loading the payout form">
      <FormColumn>
        <FieldSkeleton />
        <FieldSkeleton />
      </FormColumn>
    </LoadingRegion>
  );
  return (
    <Loaded query={account} noun="your account" skeleton={skeleton}>
      {({ payoutEnabled, currency, status }) =>
        payoutEnabled ? (
          <PayoutForm currency={currency} />
        ) : (
          <Notice tone="info" title="Payouts not available">
            {isBeforePayouts && status !== "breached" ? (
              <p>Payouts start in the funded phase.</p>
            ) : (
              <p>
                Your account is not currently eligible for payouts. Please <ContactSupport /> for
                more information.
              </p>
            )}
          </Notice>
        )
      }
    </Loaded>
  );
}

const SavedDetailsDialog = lazyComponent(() =>
  import("./saved-details-dialog.tsx").then((m) => m.SavedDetailsDialog),
);

const loadSchema = () => import("./payout-form-schema.ts").then((m) => m.payoutForm);

interface PayoutFormProps {
  /** The currency of the account. */
  currency: string;
}

const chosen = { shouldDirty: true, shouldValidate: true };

type FilledIn = PayoutFormOutput & { doubts: string[] };

function PayoutForm({ currency }: PayoutFormProps) {
  const form = useSchemaForm(loadSchema, { amount: "", details: {} });
  const request = useRequestPayout(() => form.reset());
  const { data: readiness } = usePayoutReadiness().readiness;
  const question = useDialog<FilledIn>();
  // What has been confirmed is not asked about again, for example after a lost connection.
  const confirmed = useRef<string>(undefined);
  const method = form.watch("paymentMethod");
  const amount = String(form.watch("amount"));
  const withdrawable = readiness?.withdrawable ?? "0.00";
  const changing = useDialog<DetailsChange>();
  const entered = {
    paymentMethod: method || undefined,
    paymentDetails: method ? writeDetails(method, form.watch("details")) : "",
  };

  const send = ({ details, ...values }: PayoutFormOutput) =>
    request.mutateAsync({
      ...values,
      paymentDetails: writeDetails(values.paymentMethod, details),
    });

  return (
    <>
      <UnsavedChanges isDirty={form.formState.isDirty} />
      <Form
        form={form}
        onSubmit={(values) => {
          const facts = { ...values, currency, method: values.paymentMethod, readiness };
          const doubts = doubtsAbout({ ...facts, amount: values.amount });
          if (doubts.length === 0 || confirmed.current === JSON.stringify(values)) {
            return send(values);
          }
          question.open({ ...values, doubts });
          return Promise.resolve();
        }}
      >
        <FormColumn>
          {storedCents(withdrawable) > 0n ? (
            <Button
              onClick={() => form.setValue("amount", withdrawable, { shouldDirty: true })}
            >{`Withdraw ${formatMoney(withdrawable, currency)}`}</Button>
          ) : null}
          <SavedChoices
            entered={entered}
            onChoose={({ paymentMethod, paymentDetails }) => {
              form.setValue("paymentMethod", paymentMethod, chosen);
              form.setValue("details", readDetails(paymentMethod, paymentDetails), chosen);
            }}
          />
          <TextField
            label="Amount"
            hint={currency === "USD" ? "In US dollars" : `In ${currency}`}
            // A number input drops a comma that its language does not expect: 1250,50 would become 125050.
            type="text"
            min={0}
            step={0.01}
            placeholder="0.00"
            {...form.amountField("amount")}
          />
          <Select
            label="Payment Method"
            options={paymentMethods}
            placeholder="Select a payment method"
            // The details of one method do not apply to another.
            {...form.field("paymentMethod", { onChange: () => form.setValue("details", {}) })}
          />
          {method ? <PaymentDetails key={method} method={method} form={form} /> : null}
          <SaveAction entered={entered} dialog={changing} />
        </FormColumn>
        {(parseCents(amount) ?? 0n) > 0n ? (
          <Typography sx={{ mt: 2.5, fontVariantNumeric: "tabular-nums" }}>
            You are requesting <strong>{formatMoney(amount, currency)}</strong>.
          </Typography>
        ) : null}
        <FormActions>
          <Button
            type="submit"
            look="primary"
            isWide
            isPending={request.isPending}
            pendingLabel="Submitting..."
          >
            Submit Request
          </Button>
        </FormActions>
      </Form>
      <Opened dialog={changing}>
        {(frame, change) => <SavedDetailsDialog {...frame} change={change} />}
      </Opened>
      <Opened dialog={question}>
        {(frame, { doubts, ...values }) => (
          <ConfirmDialog
            title="Send This Request?"
            question={`This request is likely to be rejected: ${doubts.join(" ")} Send it anyway?`}
            confirmLabel="Send Anyway"
            confirmLook="primary"
            cancelLabel="Go Back"
            isOpen={frame.isOpen}
            isPending={request.isPending}
            pendingLabel="Submitting..."
            onConfirm={() => {
              confirmed.current = JSON.stringify(values);
              return send(values).finally(frame.onClose);
            }}
            onCancel={frame.onClose}
          />
        )}
      </Opened>
    </>
  );
}

/** The words "contact support", as a link if the firm has set an address. */
function ContactSupport() {
  return supportUrl ? <a href={supportUrl}>contact support</a> : "contact support";
}

function useRequestPayout(onRequested: () => void) {
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
function useRequestKey() {
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
