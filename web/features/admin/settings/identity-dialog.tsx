import { z } from "zod";
import {
  type ExtraPicture,
  extraPictures,
  pictureSides,
} from "../../../../src/business/traders/identity/identity.rule.ts";
import {
  type IdentitySettings,
  setIdentitySettingsInput,
} from "../../../../src/business/traders/identity/identity.schema.ts";
import { useExpectedSettings } from "../../../app/api-client/use-expected-settings.ts";
import { type DialogProps, withSubject } from "../../../app/dialogs.tsx";
import { MutationDialog } from "../../../components/dialog/mutation-dialog.tsx";
import { CheckboxGroup } from "../../../components/field/checkbox-group.tsx";
import { TextField } from "../../../components/field/text-field.tsx";
import { trpc } from "../../../trpc.ts";

const inputs = setIdentitySettingsInput.shape;

/** A blank number of months: an approval ends only with the document. */
const identityForm = z.object({
  attempts: z.string().transform(Number).pipe(inputs.attempts.unwrap()),
  pictures: z.array(z.string()),
  validMonths: z
    .string()
    .transform((text) => (text.trim() === "" ? null : Number(text)))
    .pipe(inputs.validMonths.unwrap()),
  keepDays: z.string().transform(Number).pipe(inputs.keepDays.unwrap()),
});

const useIdentity = () => trpc.admin.settings.identity.get.useQuery();

interface IdentityProps extends DialogProps {
  subject: IdentitySettings;
}

const offered = {
  [pictureSides.selfie]: "The trader takes a picture of themselves.",
  [pictureSides.address]: "A bill or a letter of an authority with the address.",
};

const chosen = (labels: readonly string[]): ExtraPicture[] =>
  extraPictures.filter((each) => labels.includes(pictureSides[each]));

/** Sets how identities are proved. */
export const IdentityDialog = withSubject(
  useIdentity,
  "identity settings",
  function IdentityForm({ subject: settings, ...frame }: IdentityProps) {
    const { expected, onFailed } = useExpectedSettings(settings);
    return (
      <MutationDialog
        {...frame}
        title="Identity"
        size="sm"
        schema={identityForm}
        present={{
          attempts: String(settings.attempts),
          pictures: settings.pictures.map((each) => pictureSides[each]),
          validMonths: settings.validMonths === null ? "" : String(settings.validMonths),
          keepDays: String(settings.keepDays),
        }}
        mutation={trpc.admin.settings.identity.set}
        toInput={({ pictures, ...values }) => ({ ...values, pictures: chosen(pictures), expected })}
        onFailed={onFailed}
        submitLabel="Save Changes"
        pendingLabel="Saving..."
        saved="Identity settings saved"
        failed="Update failed"
      >
        {(form) => (
          <>
            <CheckboxGroup
              legend="Besides the document"
              options={[{ values: offered }]}
              {...form.field("pictures")}
            />
            <TextField
              label="Attempts"
              hint="How many times an identity can be rejected: 1 to 10."
              inputMode="numeric"
              autoComplete="off"
              {...form.field("attempts")}
            />
            <TextField
              label="Months an Approval Counts"
              hint="1 to 120. Leave it empty if only the document's last day ends it. Approvals keep the end that they have."
              inputMode="numeric"
              autoComplete="off"
              {...form.field("validMonths")}
            />
            <TextField
              label="Days Pictures Are Kept"
              hint="1 to 3,650 after the decision; this also holds for past decisions."
              inputMode="numeric"
              autoComplete="off"
              {...form.field("keepDays")}
            />
          </>
        )}
      </MutationDialog>
    );
  },
);
