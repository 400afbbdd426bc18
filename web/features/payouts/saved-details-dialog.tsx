import { useMutation } from "@tanstack/react-query";
import { z } from "zod";
import {
  type PaymentMethod,
  paymentMethods,
} from "../../../src/business/money/payouts/payout.rule.ts";
import type { StrongProof } from "../../../src/identity/second-factor/second-factor.schema.ts";
import { showApiError } from "../../app/api-client/api-error.ts";
import { Button } from "../../components/button/button.tsx";
import { FormDialog } from "../../components/dialog/form-dialog.tsx";
import { TextField } from "../../components/field/text-field.tsx";
import { useSchemaForm } from "../../components/forms/use-schema-form.ts";
import { Loaded } from "../../components/loaded/loaded.tsx";
import { showSuccess } from "../../components/toast/toasts.ts";
import { trpc, trpcClient } from "../../trpc.ts";

/** A change of the saved details of one method. */
export type DetailsChange =
  | { kind: "save"; paymentMethod: PaymentMethod; paymentDetails: string }
  | { kind: "remove"; paymentMethod: PaymentMethod };

const words = {
  save: {
    title: "Save Payout Details",
    label: "Save Details",
    pendingLabel: "Saving...",
    done: "Payout details saved",
    failed: "Details not saved",
  },
  remove: {
    title: "Remove Payout Details",
    label: "Remove Details",
    pendingLabel: "Removing...",
    done: "Payout details removed",
    failed: "Details not removed",
  },
} as const;

const schema = z.object({ password: z.string(), code: z.string().trim() });

interface SavedDetailsDialogProps {
  isOpen: boolean;
  onClose: () => void;
  change: DetailsChange;
}

/** Asks for the second factor, or the password of a trader without one, before saved details change. */
export function SavedDetailsDialog({ isOpen, onClose, change }: SavedDetailsDialogProps) {
  const { title, label, pendingLabel } = words[change.kind];
  const form = useSchemaForm(schema, { password: "", code: "" });
  const factor = trpc.trader.secondFactor.get.useQuery(undefined, { staleTime: 0 });
  const { mutate, mutateAsync, isPending } = useChange(change, form.showErrors, onClose);
  const usesPasskey = useMutation({
    mutationFn: async () => (await import("../../app/session/passkeys.ts")).signWithPasskey(),
    gcTime: 0,
    onSuccess: (passkey) => mutate({ passkey }),
    onError: (error) => showApiError("Passkey not used", error),
  });
  return (
    <FormDialog
      title={title}
      isOpen={isOpen}
      onClose={onClose}
      size="sm"
      form={form}
      onSubmit={({ password, code }) => mutateAsync(code === "" ? { password } : { code })}
      submitLabel={label}
      pendingLabel={pendingLabel}
    >
      <p>{describe(change)} You will receive a mail about it.</p>
      <Loaded query={factor} noun="how you sign in" skeleton={1} isInset>
        {(state) => (
          <>
            {state.isOn ? (
              <TextField
                label="Code"
                hint={state.totpSince ? fromApp : "One of your recovery codes."}
                autoComplete="one-time-code"
                spellCheck={false}
                autoFocus={state.passkeys.length === 0}
                {...form.field("code")}
              />
            ) : (
              <TextField
                label="Current Password"
                hint="To confirm that it is you."
                type="password"
                autoComplete="current-password"
                autoFocus
                {...form.field("password")}
              />
            )}
            {state.passkeys.length > 0 ? (
              <Button
                isWide
                isPending={usesPasskey.isPending || isPending}
                onClick={() => usesPasskey.mutate()}
              >
                Use a Passkey
              </Button>
            ) : null}
          </>
        )}
      </Loaded>
    </FormDialog>
  );
}

const fromApp = "From your authenticator app, or a recovery code.";

function describe({ kind, paymentMethod }: DetailsChange): string {
  const method = paymentMethods[paymentMethod];
  return kind === "save"
    ? `Your next requests can be filled in with these details for ${method}.`
    : `Your details for ${method} will no longer be offered. Requests keep theirs.`;
}

function useChange(
  change: DetailsChange,
  showErrors: (error: unknown) => void,
  onClose: () => void,
) {
  const utils = trpc.useUtils();
  const { done, failed } = words[change.kind];
  return useMutation({
    mutationFn: (proof: StrongProof) => {
      const { paymentMethod } = change;
      const { save, remove } = trpcClient.trader.payoutDetails;
      if (change.kind === "remove") return remove.mutate({ paymentMethod, ...proof });
      const { paymentDetails } = change;
      return save.mutate({ paymentMethod, paymentDetails, ...proof });
    },
    gcTime: 0,
    onSuccess: (saved) => {
      utils.trader.payoutDetails.list.setData(undefined, saved);
      onClose();
      showSuccess(done);
    },
    onError: (error) => {
      showErrors(error);
      showApiError(failed, error);
    },
  });
}
