import Typography from "@mui/material/Typography";
import { formatMoney } from "../../../src/platform/money/money.ts";
import {
  type PayoutSettings,
  setPayoutSettingsInput,
} from "../../../src/business/money/payouts/payout.schema.ts";
import { Fact, Facts } from "../../components/panel/facts.tsx";
import { z } from "zod";
import { MutationDialog } from "../../components/dialog/mutation-dialog.tsx";
import { TextField } from "../../components/field/text-field.tsx";
import { trpc } from "../../trpc.ts";
import type { TeamSettings } from "../../../src/identity/team/team.schema.ts";
import { useDialogOutcome } from "../../app/api-client/use-dialog-outcome.ts";
import { ConfirmDialog } from "../../components/dialog/confirm-dialog.tsx";
import {
  type FirmSettings,
  setFirmSettingsInput,
} from "../../../src/business/firm/settings/firm-settings.schema.ts";
import { describeZone } from "../../../src/platform/time/local-time.rule.ts";
import { ZoneField } from "../../components/field/zone-field.tsx";
import { ChangedFact, type SettingsDialogProps, SettingsPanel } from "./settings-panel.tsx";

/** Shows the amount above which an approval needs two administrators. */
export function ApprovalPanel() {
  return (
    <SettingsPanel
      title="Payouts: Second Approval"
      subtitle="Payouts above a set amount need the approval of two administrators."
      query={trpc.admin.settings.payouts.get.useQuery(undefined, { refetchOnMount: "always" })}
      lines={1}
      ability="payouts.settings"
      button={{ label: "Change", name: "Change the second approval" }}
      Dialog={ApprovalDialog}
    >
      {(settings) => <ApprovalFacts settings={settings} />}
    </SettingsPanel>
  );
}

function ApprovalFacts({ settings }: { settings: PayoutSettings }) {
  const { secondApprovalAbove, secondApprovalCurrency, deciders } = settings;
  return (
    <>
      <Facts>
        <Fact name="Needed above">
          {secondApprovalAbove === null
            ? "Off: one administrator approves every amount"
            : formatMoney(secondApprovalAbove, secondApprovalCurrency)}
        </Fact>
        <Fact name="Administrators who may approve">{String(deciders)}</Fact>
        <ChangedFact settings={settings} />
      </Facts>
      {secondApprovalAbove !== null && deciders < 2 ? (
        <Typography sx={{ mt: 1.5, color: "var(--orange)" }}>
          Only one administrator may approve, so larger amounts cannot be approved. Add another one
          to the team.
        </Typography>
      ) : null}
    </>
  );
}

/** An empty field turns the second approval off. */
const schema = z.object({
  secondApprovalAbove: z
    .string()
    .transform((text): string | number | null => text.trim() || null)
    .pipe(setPayoutSettingsInput.shape.secondApprovalAbove),
  secondApprovalCurrency: setPayoutSettingsInput.shape.secondApprovalCurrency.unwrap(),
});

function ApprovalDialog({ settings, ...frame }: SettingsDialogProps<PayoutSettings>) {
  return (
    <MutationDialog
      {...frame}
      title="Second Approval"
      size="sm"
      schema={schema}
      values={{
        secondApprovalAbove: settings.secondApprovalAbove ?? "",
        secondApprovalCurrency: settings.secondApprovalCurrency,
      }}
      mutation={trpc.admin.settings.payouts.set}
      toInput={(values) => values}
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
}

/** Shows whether administrators must set up a second factor. */
export function TeamPanel() {
  const query = trpc.admin.settings.team.get.useQuery(undefined, { refetchOnMount: "always" });
  return (
    <SettingsPanel
      title="Team: Two-Step Sign-In"
      subtitle="If it is required, administrators must set up an app or a passkey before they can do anything else."
      query={query}
      noun="the team's settings"
      lines={1}
      ability="team.manage"
      button={{ label: query.data?.secondFactorRequired ? "Make Optional" : "Require" }}
      Dialog={RequireDialog}
    >
      {(settings) => <TeamFacts settings={settings} />}
    </SettingsPanel>
  );
}

function TeamFacts({ settings }: { settings: TeamSettings }) {
  const { secondFactorRequired, members, membersWithSecondFactor } = settings;
  return (
    <Facts>
      <Fact name="Two-step sign-in">{secondFactorRequired ? "Required" : "Optional"}</Fact>
      <Fact name="Administrators who have set it up">{`${membersWithSecondFactor} of ${members}`}</Fact>
      <ChangedFact settings={settings} />
    </Facts>
  );
}

function RequireDialog({ settings, isOpen, onClose }: SettingsDialogProps<TeamSettings>) {
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
}

/** Shows the firm's time zone. */
export function FirmPanel() {
  return (
    <SettingsPanel
      title="Time Zone"
      subtitle="The zone of the firm's dates, and of a trader's first statement if no other is chosen."
      query={trpc.admin.settings.firm.get.useQuery(undefined, { refetchOnMount: "always" })}
      lines={1}
      ability="settings.write"
      button={{ label: "Change", name: "Change the time zone" }}
      Dialog={ZoneDialog}
    >
      {(settings) => (
        <Facts>
          <Fact name="Time zone">{describeZone(settings.timeZone)}</Fact>
          <ChangedFact settings={settings} />
        </Facts>
      )}
    </SettingsPanel>
  );
}

function ZoneDialog({ settings, ...frame }: SettingsDialogProps<FirmSettings>) {
  return (
    <MutationDialog
      {...frame}
      title="Time Zone"
      size="sm"
      schema={setFirmSettingsInput}
      values={{ timeZone: settings.timeZone }}
      mutation={trpc.admin.settings.firm.set}
      toInput={(values) => values}
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
}
