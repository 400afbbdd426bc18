import Typography from "@mui/material/Typography";
import { formatMoney } from "../../../src/platform/money/money.ts";
import {
  type PayoutSettings,
  setPayoutSettingsInput,
} from "../../../src/business/money/payouts/payout.schema.ts";
import { Opened } from "../../components/dialog/opened.tsx";
import { useDialog } from "../../components/dialog/use-dialog.ts";
import { Loaded } from "../../components/loaded/loaded.tsx";
import { Fact, Facts } from "../../components/panel/facts.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import { PermittedButton } from "../../app/session/permitted-button.tsx";
import { z } from "zod";
import { useFormOutcome } from "../../app/api-client/use-form-outcome.ts";
import { FormDialog } from "../../components/dialog/form-dialog.tsx";
import { TextField } from "../../components/field/text-field.tsx";
import { useSchemaForm } from "../../components/forms/use-schema-form.ts";
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
import { formatMoment } from "../../domain/format/dates.ts";

/** Shows the amount above which an approval needs two administrators. */
export function ApprovalPanel() {
  const query = usePayoutSettings();
  const settings = query.data;
  const dialog = useDialog<PayoutSettings>();
  return (
    <Panel
      title="Payouts: Second Approval"
      subtitle="Payouts above a set amount need the approval of two administrators."
      aside={
        <PermittedButton
          ability="payouts.settings"
          size="small"
          aria-label="Change the second approval"
          disabled={!settings}
          onClick={() => settings && dialog.open(settings)}
        >
          Change
        </PermittedButton>
      }
    >
      <Loaded query={query} noun="the settings" skeleton={1}>
        {(loaded) => <ApprovalFacts settings={loaded} />}
      </Loaded>
      <Opened dialog={dialog}>
        {(frame, present) => <ApprovalDialog {...frame} settings={present} />}
      </Opened>
    </Panel>
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

interface ApprovalDialogProps {
  settings: PayoutSettings;
  isOpen: boolean;
  onClose: () => void;
}

function ApprovalDialog({ settings, isOpen, onClose }: ApprovalDialogProps) {
  const form = useSchemaForm(schema, {
    secondApprovalAbove: settings.secondApprovalAbove ?? "",
    secondApprovalCurrency: settings.secondApprovalCurrency,
  });
  const save = trpc.admin.settings.payouts.set.useMutation(
    useFormOutcome(form, { onClose, saved: "Payout settings saved", failed: "Update failed" }),
  );
  return (
    <FormDialog
      title="Second Approval"
      isOpen={isOpen}
      onClose={onClose}
      size="sm"
      form={form}
      onSubmit={(values) => save.mutateAsync(values)}
      submitLabel="Save Changes"
      pendingLabel="Saving..."
    >
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
    </FormDialog>
  );
}

function usePayoutSettings() {
  return trpc.admin.settings.payouts.get.useQuery(undefined, { refetchOnMount: "always" });
}

/** Shows whether administrators must set up a second factor. */
export function TeamPanel() {
  const query = trpc.admin.settings.team.get.useQuery(undefined, { refetchOnMount: "always" });
  const settings = query.data;
  const dialog = useDialog<TeamSettings>();
  return (
    <Panel
      title="Team: Two-Step Sign-In"
      subtitle="If it is required, administrators must set up an app or a passkey before they can do anything else."
      aside={
        <PermittedButton
          ability="team.manage"
          size="small"
          disabled={!settings}
          onClick={() => settings && dialog.open(settings)}
        >
          {settings?.secondFactorRequired ? "Make Optional" : "Require"}
        </PermittedButton>
      }
    >
      <Loaded query={query} noun="the team's settings" skeleton={1}>
        {(present) => <TeamFacts settings={present} />}
      </Loaded>
      <Opened dialog={dialog}>
        {(frame, present) => <RequireDialog {...frame} settings={present} />}
      </Opened>
    </Panel>
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

interface RequireDialogProps {
  settings: TeamSettings;
  isOpen: boolean;
  onClose: () => void;
}

function RequireDialog({ settings, isOpen, onClose }: RequireDialogProps) {
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
  const query = trpc.admin.settings.firm.get.useQuery(undefined, { refetchOnMount: "always" });
  const settings = query.data;
  const dialog = useDialog<FirmSettings>();
  return (
    <Panel
      title="Time Zone"
      subtitle="The zone of the firm's dates, and of a trader's first statement if no other is chosen."
      aside={
        <PermittedButton
          ability="settings.write"
          size="small"
          aria-label="Change the time zone"
          disabled={!settings}
          onClick={() => settings && dialog.open(settings)}
        >
          Change
        </PermittedButton>
      }
    >
      <Loaded query={query} noun="the settings" skeleton={1}>
        {(loaded) => (
          <Facts>
            <Fact name="Time zone">{describeZone(loaded.timeZone)}</Fact>
            <ChangedFact settings={loaded} />
          </Facts>
        )}
      </Loaded>
      <Opened dialog={dialog}>
        {(frame, present) => <ZoneDialog {...frame} settings={present} />}
      </Opened>
    </Panel>
  );
}

interface ZoneDialogProps {
  settings: FirmSettings;
  isOpen: boolean;
  onClose: () => void;
}

function ZoneDialog({ settings, isOpen, onClose }: ZoneDialogProps) {
  const form = useSchemaForm(setFirmSettingsInput, { timeZone: settings.timeZone });
  const save = trpc.admin.settings.firm.set.useMutation(
    useFormOutcome(form, { onClose, saved: "Time zone saved", failed: "Update failed" }),
  );
  return (
    <FormDialog
      title="Time Zone"
      isOpen={isOpen}
      onClose={onClose}
      size="sm"
      form={form}
      onSubmit={(values) => save.mutateAsync(values)}
      submitLabel="Save Changes"
      pendingLabel="Saving..."
    >
      <ZoneField
        hint="Imported statements keep the zone with which they were read."
        value={form.watch("timeZone")}
        onChange={(timeZone) => form.setValue("timeZone", timeZone, { shouldDirty: true })}
        disabled={form.formState.isSubmitting}
      />
    </FormDialog>
  );
}

interface ChangedFactProps {
  settings: { updatedAt: Date | null; updatedBy: string | null };
}

/** Shows the time and author of the last change of the settings; renders nothing before the first change. */
export function ChangedFact({ settings: { updatedAt, updatedBy } }: ChangedFactProps) {
  if (!updatedAt) return null;
  return <Fact name="Changed">{`${formatMoment(updatedAt)} · ${updatedBy}`}</Fact>;
}
