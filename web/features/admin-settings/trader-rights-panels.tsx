import { z } from "zod";
import {
  type AppealSettings,
  setAppealSettingsInput,
} from "../../../src/business/judgement/appeals/appeal.schema.ts";
import {
  setWarningSettingsInput,
  type WarningSettings,
} from "../../../src/business/judgement/warnings/warning.schema.ts";
import { MutationDialog } from "../../components/dialog/mutation-dialog.tsx";
import { TextField } from "../../components/field/text-field.tsx";
import { Fact, Facts } from "../../components/panel/facts.tsx";
import { trpc } from "../../trpc.ts";
import { type SettingsDialogProps, SettingsPanel } from "./settings-panel.tsx";

/** Shows at which percents of a loss limit traders are warned. */
export function WarningsPanel() {
  return (
    <SettingsPanel
      title="Warnings"
      subtitle="Sent to traders who have used much of a daily or maximum loss limit, before they break it."
      query={trpc.admin.settings.warnings.get.useQuery(undefined, { refetchOnMount: "always" })}
      lines={1}
      ability="settings.write"
      button={{ label: "Change", name: "Change the warnings" }}
      Dialog={WarningsDialog}
    >
      {({ percents }) => (
        <Facts>
          <Fact name="Traders are warned at">
            {percents.length === 0
              ? "Off: no warnings are sent"
              : `${percents.join("%, ")}% of the limit`}
          </Fact>
        </Facts>
      )}
    </SettingsPanel>
  );
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

function WarningsDialog({ settings, ...frame }: SettingsDialogProps<WarningSettings>) {
  return (
    <MutationDialog
      {...frame}
      title="Warnings"
      size="sm"
      schema={percentsForm}
      values={{ percents: settings.percents.join(", ") }}
      mutation={trpc.admin.settings.warnings.set}
      toInput={(values) => values}
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
}

/** Shows how long traders can appeal, and who decides. */
export function AppealsPanel() {
  return (
    <SettingsPanel
      title="Appeals"
      subtitle="Traders can appeal once against a confirmed breach or a rejected payout request."
      query={trpc.admin.settings.appeals.get.useQuery(undefined, { refetchOnMount: "always" })}
      lines={2}
      ability="settings.write"
      button={{ label: "Change", name: "Change the appeals" }}
      Dialog={AppealsDialog}
    >
      {({ days }) => (
        <Facts>
          <Fact name="Possible for">
            {days === 0
              ? "Off: the firm takes no appeals"
              : `${days} ${days === 1 ? "day" : "days"} after the decision`}
          </Fact>
          <Fact name="Decided by">
            An owner or risk manager other than the person who took the decision, if there is one
          </Fact>
        </Facts>
      )}
    </SettingsPanel>
  );
}

const daysForm = z.object({
  days: z
    .string()
    .transform((typed) => (typed.trim() === "" ? Number.NaN : Number(typed)))
    .pipe(setAppealSettingsInput.shape.days),
});

function AppealsDialog({ settings, ...frame }: SettingsDialogProps<AppealSettings>) {
  return (
    <MutationDialog
      {...frame}
      title="Appeals"
      size="sm"
      schema={daysForm}
      values={{ days: String(settings.days) }}
      mutation={trpc.admin.settings.appeals.set}
      toInput={(values) => values}
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
}
