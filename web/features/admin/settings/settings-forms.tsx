import { useMemo } from "react";
import { z } from "zod";
import {
  enforcementEventNames,
  enforcementEvents,
  enforcementModes,
} from "../../../../src/business/record/actions/action.rule.ts";
import {
  type FirmSettings,
  setFirmSettingsInput,
} from "../../../../src/business/office/settings/firm-settings.schema.ts";
import {
  type AppealSettings,
  setAppealSettingsInput,
} from "../../../../src/business/decisions/appeals/appeal.schema.ts";
import {
  setWarningSettingsInput,
  type WarningSettings,
} from "../../../../src/business/record/warnings/warning.schema.ts";
import {
  type PayoutSettings,
  setPayoutSettingsInput,
} from "../../../../src/business/money/payouts/payout.schema.ts";
import type { TeamSettings } from "../../../../src/identity/team/team.schema.ts";
import { useDialogOutcome } from "../../../app/api-client/use-admin-outcome.ts";
import { useExpectedSettings } from "../../../app/api-client/use-expected-settings.ts";
import { type DialogProps, withSubject } from "../../../app/dialogs.tsx";
import { ConfirmDialog } from "../../../components/dialog/confirm-dialog.tsx";
import { MutationDialog } from "../../../components/dialog/mutation-dialog.tsx";
import { TextField } from "../../../components/field/text-field.tsx";
import { ZoneField } from "../../../components/field/zone-field.tsx";
import { trpc } from "../../../trpc.ts";
import {
  describeOutlook,
  type EnforcementChange,
  modeEffects,
  modeLabels,
} from "./enforcement-words.ts";

/** The properties of a dialog that changes settings. */
interface SettingsProps<Settings> extends DialogProps {
  subject: Settings;
}

const usePayouts = () => trpc.admin.settings.payouts.get.useQuery();

/** An empty field turns the second approval off. */
const approvalForm = z.object({
  secondApprovalAbove: z
    .string()
    .transform((text): string | number | null => text.trim() || null)
    .pipe(setPayoutSettingsInput.shape.secondApprovalAbove),
  secondApprovalCurrency: setPayoutSettingsInput.shape.secondApprovalCurrency.unwrap(),
});

export const ApprovalDialog = withSubject(
  usePayouts,
  "payout settings",
  function Approval({ subject: settings, ...frame }: SettingsProps<PayoutSettings>) {
    const { secondApprovalAbove, secondApprovalCurrency } = settings;
    const { expected, onFailed } = useExpectedSettings({
      secondApprovalAbove,
      secondApprovalCurrency,
    });
    return (
      <MutationDialog
        {...frame}
        title="Second Approval"
        size="sm"
        schema={approvalForm}
        present={{
          secondApprovalAbove: secondApprovalAbove ?? "",
          secondApprovalCurrency,
        }}
        mutation={trpc.admin.settings.payouts.set}
        toInput={(values) => ({ ...values, expected })}
        onFailed={onFailed}
        submitLabel="Save Changes"
        pendingLabel="Saving..."
        saved="Payout settings saved"
        failed="Update failed"
      >
        {(form) => (
          <>
            <TextField
              label="Needed Above"
              hint="Leave it empty if one administrator may approve every amount."
              autoFocus
              {...form.amountField("secondApprovalAbove")}
            />
            <TextField
              label="Currency"
              hint="Amounts in another currency cannot be compared, so each of them needs two administrators."
              autoComplete="off"
              {...form.field("secondApprovalCurrency")}
            />
          </>
        )}
      </MutationDialog>
    );
  },
);

const useTeam = () => trpc.admin.settings.team.get.useQuery();

export const TwoStepDialog = withSubject(
  useTeam,
  "team's settings",
  function TwoStep({ subject: settings, isOpen, onClose }: SettingsProps<TeamSettings>) {
    const { secondFactorRequired, members, membersWithSecondFactor } = settings;
    const set = trpc.admin.settings.team.set.useMutation(
      useDialogOutcome({ onClose, done: "Team settings saved", failed: "Update failed" }),
    );
    const without = members - membersWithSecondFactor;
    const question = secondFactorRequired
      ? "Administrators can then turn it off, and new ones do not need it."
      : without === 0
        ? "All administrators have already set it up. New ones set it up when they sign in."
        : `${without} of ${members} administrators have not set it up. They must set it up when they next open a page, before they can do anything else.`;
    return (
      <ConfirmDialog
        title={secondFactorRequired ? "Make Two-Step Sign-In Optional" : "Require Two-Step Sign-In"}
        question={question}
        confirmLabel={secondFactorRequired ? "Make Optional" : "Require"}
        pendingLabel="Saving..."
        confirmLook="primary"
        isOpen={isOpen}
        isPending={set.isPending}
        onConfirm={() => set.mutateAsync({ secondFactorRequired: !secondFactorRequired })}
        onCancel={onClose}
      />
    );
  },
);

const zoneForm = setFirmSettingsInput.omit({ expected: true });

const useFirm = () => trpc.admin.settings.firm.get.useQuery();

export const ZoneDialog = withSubject(
  useFirm,
  "time zone",
  function Zone({ subject: settings, ...frame }: SettingsProps<FirmSettings>) {
    const { timeZone: present } = settings;
    const { expected, onFailed } = useExpectedSettings({ timeZone: present });
    return (
      <MutationDialog
        {...frame}
        title="Time Zone"
        size="sm"
        schema={zoneForm}
        present={{ timeZone: present }}
        mutation={trpc.admin.settings.firm.set}
        toInput={(values) => ({ ...values, expected })}
        onFailed={onFailed}
        submitLabel="Save Changes"
        pendingLabel="Saving..."
        saved="Time zone saved"
        failed="Update failed"
      >
        {(form) => (
          <ZoneField
            hint="Imported statements keep the zone with which they were read."
            value={form.watch("timeZone")}
            onChange={(timeZone) => form.setValue("timeZone", timeZone, { shouldDirty: true })}
            disabled={form.formState.isSubmitting}
          />
        )}
      </MutationDialog>
    );
  },
);

const useWarnings = () => trpc.admin.settings.warnings.get.useQuery();

/** An empty field turns warnings off. */
const percentsForm = z.object({
  percents: z
    .string()
    .transform((typed) =>
      typed
        .split(/[,;\s%]+/)
        .filter(Boolean)
        .map(Number),
    )
    .pipe(setWarningSettingsInput.shape.percents),
});

export const WarningsDialog = withSubject(
  useWarnings,
  "warnings",
  function Warnings({ subject: settings, ...frame }: SettingsProps<WarningSettings>) {
    const { expected, onFailed } = useExpectedSettings(settings);
    return (
      <MutationDialog
        {...frame}
        title="Warnings"
        size="sm"
        schema={percentsForm}
        present={{ percents: settings.percents.join(", ") }}
        mutation={trpc.admin.settings.warnings.set}
        toInput={(values) => ({ ...values, expected })}
        onFailed={onFailed}
        submitLabel="Save Changes"
        pendingLabel="Saving..."
        saved="Warnings saved"
        failed="Update failed"
      >
        {(form) => (
          <TextField
            label="Percents of the Limit"
            hint="Up to five whole numbers from 1 to 99, ascending, with commas between them. Leave it empty to send no warnings."
            autoComplete="off"
            autoFocus
            {...form.field("percents")}
          />
        )}
      </MutationDialog>
    );
  },
);

const useAppeals = () => trpc.admin.settings.appeals.get.useQuery();

const daysForm = z.object({
  days: z
    .string()
    .transform((typed) => (typed.trim() === "" ? Number.NaN : Number(typed)))
    .pipe(setAppealSettingsInput.shape.days),
});

export const AppealsDialog = withSubject(
  useAppeals,
  "appeals",
  function Appeals({ subject: settings, ...frame }: SettingsProps<AppealSettings>) {
    const { expected, onFailed } = useExpectedSettings(settings);
    return (
      <MutationDialog
        {...frame}
        title="Appeals"
        size="sm"
        schema={daysForm}
        present={{ days: String(settings.days) }}
        mutation={trpc.admin.settings.appeals.set}
        toInput={(values) => ({ ...values, expected })}
        onFailed={onFailed}
        submitLabel="Save Changes"
        pendingLabel="Saving..."
        saved="Appeals saved"
        failed="Update failed"
      >
        {(form) => (
          <TextField
            label="Days After the Decision"
            hint="From 0 to 90; 0 takes no appeals. It also applies to decisions that were already taken."
            inputMode="numeric"
            autoComplete="off"
            autoFocus
            {...form.field("days")}
          />
        )}
      </MutationDialog>
    );
  },
);

/** Confirms a change of what an event asks the trading platform for. */
export const EnforcementDialog = withSubject(useChange, "setting", ConfirmChange);

/** Reads a change such as `payoutPaid-propose`. */
function useChange(address: string) {
  const { data: outlook, error } = trpc.admin.overview.enforcement.useQuery();
  const [name, set] = address.split("-");
  const event = enforcementEventNames.find((each) => each === name);
  const mode = enforcementModes.find((each) => each === set);
  const data = useMemo(
    () => (event && mode ? outlook && { event, mode, outlook } : null),
    [event, mode, outlook],
  );
  return { data, error };
}

function ConfirmChange({ subject, isOpen, onClose }: SettingsProps<EnforcementChange>) {
  const { event, mode, outlook } = subject;
  const set = trpc.admin.settings.enforcement.set.useMutation(
    useDialogOutcome({ onClose, done: "Enforcement saved", failed: "Update failed" }),
  );
  return (
    <ConfirmDialog
      title={`${enforcementEvents[event]}: ${modeLabels[mode]}`}
      question={modeEffects[event][mode]}
      confirmLabel={`Set to ${modeLabels[mode]}`}
      pendingLabel="Saving..."
      confirmLook="primary"
      isOpen={isOpen}
      isPending={set.isPending}
      onConfirm={() => set.mutateAsync({ [event]: mode })}
      onCancel={onClose}
    >
      <p>{describeOutlook(event, outlook)}</p>
    </ConfirmDialog>
  );
}
