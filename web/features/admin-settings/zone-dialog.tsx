import {
  type FirmSettings,
  setFirmSettingsInput,
} from "../../../src/business/firm/settings/firm-settings.schema.ts";
import { useFormOutcome } from "../../app/api-client/use-form-outcome.ts";
import { FormDialog } from "../../components/dialog/form-dialog.tsx";
import { ZoneField } from "../../components/field/zone-field.tsx";
import { useSchemaForm } from "../../components/forms/use-schema-form.ts";
import { trpc } from "../../trpc.ts";

interface ZoneDialogProps {
  settings: FirmSettings;
  isOpen: boolean;
  onClose: () => void;
}

export function ZoneDialog({ settings, isOpen, onClose }: ZoneDialogProps) {
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
