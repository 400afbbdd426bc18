import { useState } from "react";
import { z } from "zod";
import {
  type AppealSettings,
  setAppealSettingsInput,
} from "../../../src/business/judgement/appeals/appeal.schema.ts";
import {
  setWarningSettingsInput,
  type WarningSettings,
} from "../../../src/business/judgement/warnings/warning.schema.ts";
import { useFormOutcome } from "../../app/api-client/use-form-outcome.ts";
import { PermittedButton } from "../../app/session/permitted-button.tsx";
import { FormDialog } from "../../components/dialog/form-dialog.tsx";
import { TextField } from "../../components/field/text-field.tsx";
import { useSchemaForm } from "../../components/forms/use-schema-form.ts";
import { Loaded } from "../../components/loaded/loaded.tsx";
import { Fact, Facts } from "../../components/panel/facts.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import { trpc } from "../../trpc.ts";

/** Shows at which percents of a loss limit traders are warned. */
export function WarningsPanel() {
  const query = trpc.admin.settings.warnings.get.useQuery(undefined, { refetchOnMount: "always" });
  const [isOpen, setOpen] = useState(false);
  return (
    <Panel
      title="Warnings"
      subtitle="Sent to traders who have used much of a daily or maximum loss limit, before they break it."
      aside={
        <PermittedButton
          ability="settings.write"
          size="small"
          aria-label="Change the warnings"
          disabled={!query.data}
          onClick={() => setOpen(true)}
        >
          Change
        </PermittedButton>
      }
    >
      <Loaded query={query} noun="the settings" skeleton={1}>
        {(settings) => (
          <>
            <Facts>
              <Fact name="Traders are warned at">
                {settings.percents.length === 0
                  ? "Off: no warnings are sent"
                  : `${settings.percents.join("%, ")}% of the limit`}
              </Fact>
            </Facts>
            {isOpen ? (
              <WarningsDialog settings={settings} isOpen onClose={() => setOpen(false)} />
            ) : null}
          </>
        )}
      </Loaded>
    </Panel>
  );
}

interface DialogProps<Settings> {
  settings: Settings;
  isOpen: boolean;
  onClose: () => void;
}

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

function WarningsDialog({ settings, isOpen, onClose }: DialogProps<WarningSettings>) {
  const form = useSchemaForm(percentsForm, { percents: settings.percents.join(", ") });
  const save = trpc.admin.settings.warnings.set.useMutation(
    useFormOutcome(form, { onClose, saved: "Warnings saved", failed: "Update failed" }),
  );
  return (
    <FormDialog
      title="Warnings"
      isOpen={isOpen}
      onClose={onClose}
      size="sm"
      form={form}
      onSubmit={(values) => save.mutateAsync(values)}
      submitLabel="Save Changes"
      pendingLabel="Saving..."
    >
      <TextField
        label="Percents of the Limit"
        hint="Up to five whole numbers from 1 to 99, ascending, with commas between them. Leave it empty to send no warnings."
        autoComplete="off"
        autoFocus
        {...form.field("percents")}
      />
    </FormDialog>
  );
}

/** Shows how long traders can appeal, and who decides. */
export function AppealsPanel() {
  const query = trpc.admin.settings.appeals.get.useQuery(undefined, { refetchOnMount: "always" });
  const [isOpen, setOpen] = useState(false);
  return (
    <Panel
      title="Appeals"
      subtitle="Traders can appeal once against a confirmed breach or a rejected payout request."
      aside={
        <PermittedButton
          ability="settings.write"
          size="small"
          aria-label="Change the appeals"
          disabled={!query.data}
          onClick={() => setOpen(true)}
        >
          Change
        </PermittedButton>
      }
    >
      <Loaded query={query} noun="the settings" skeleton={2}>
        {(settings) => (
          <>
            <Facts>
              <Fact name="Possible for">
                {settings.days === 0
                  ? "Off: the firm takes no appeals"
                  : `${settings.days} ${settings.days === 1 ? "day" : "days"} after the decision`}
              </Fact>
              <Fact name="Decided by">
                An owner or risk manager other than the person who took the decision, if there is
                one
              </Fact>
            </Facts>
            {isOpen ? (
              <AppealsDialog settings={settings} isOpen onClose={() => setOpen(false)} />
            ) : null}
          </>
        )}
      </Loaded>
    </Panel>
  );
}

const daysForm = z.object({
  days: z
    .string()
    .transform((typed) => (typed.trim() === "" ? Number.NaN : Number(typed)))
    .pipe(setAppealSettingsInput.shape.days),
});

function AppealsDialog({ settings, isOpen, onClose }: DialogProps<AppealSettings>) {
  const form = useSchemaForm(daysForm, { days: String(settings.days) });
  const save = trpc.admin.settings.appeals.set.useMutation(
    useFormOutcome(form, { onClose, saved: "Appeals saved", failed: "Update failed" }),
  );
  return (
    <FormDialog
      title="Appeals"
      isOpen={isOpen}
      onClose={onClose}
      size="sm"
      form={form}
      onSubmit={(values) => save.mutateAsync(values)}
      submitLabel="Save Changes"
      pendingLabel="Saving..."
    >
      <TextField
        label="Days After the Decision"
        hint="From 0 to 90; 0 takes no appeals. It also applies to decisions that were already taken."
        inputMode="numeric"
        autoComplete="off"
        autoFocus
        {...form.field("days")}
      />
    </FormDialog>
  );
}
