import { useQueryClient } from "@tanstack/react-query";
import type { CurrentTrader } from "../../../src/identity/users/user.schema.ts";
import { showApiError } from "../../app/api-client/api-error.ts";
import { Button } from "../../components/button/button.tsx";
import { Select } from "../../components/field/select.tsx";
import { TextField } from "../../components/field/text-field.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import { showSuccess } from "../../components/toast/toasts.ts";
import { countries } from "../../domain/format/labels.ts";
import { changedFields } from "../../components/forms/changed-fields.ts";
import { Form } from "../../components/forms/form.tsx";
import { FormActions, FormFields } from "../../components/forms/form-layout.tsx";
import { UnsavedChanges } from "../../components/forms/unsaved-changes.tsx";
import { useSchemaForm } from "../../components/forms/use-schema-form.ts";
import { sessionQuery } from "../../app/session/session.ts";
import { trpc } from "../../trpc.ts";

const loadSchema = () =>
  import("../../../src/business/traders/trader.schema.ts").then(
    (schemas) => schemas.updateProfileInput,
  );

export function ProfileForm({ trader }: { trader: CurrentTrader }) {
  const queryClient = useQueryClient();
  const form = useSchemaForm(loadSchema, profileOf(trader));
  const update = trpc.trader.updateProfile.useMutation({
    onSuccess: (updated) => {
      form.reset(profileOf(updated));
      queryClient.setQueryData(sessionQuery.queryKey, updated);
      showSuccess("Profile updated", "Your profile has been updated successfully.");
      return queryClient.invalidateQueries(sessionQuery);
    },
    onError: (error) => {
      form.showErrors(error);
      showApiError("Update failed", error);
    },
  });
  const { isDirty, dirtyFields } = form.formState;

  return (
    <Form
      isStacked
      form={form}
      onSubmit={(values) => update.mutateAsync(changedFields(values, dirtyFields))}
    >
      <UnsavedChanges isDirty={isDirty} />
      <Panel title="Personal Information">
        <FormFields>
          <TextField
            label="Full Name"
            hint="Your name cannot be changed"
            value={trader.fullName ?? ""}
            readOnly
          />
          <TextField label="Email" type="email" autoComplete="email" {...form.field("email")} />
        </FormFields>
      </Panel>
      <Panel title="Address Information">
        <FormFields>
          <Select
            label="Country"
            options={offeredCountries(trader.country)}
            placeholder="Select a country"
            autoComplete="country"
            {...form.field("country")}
          />
          <TextField label="City" autoComplete="address-level2" {...form.field("city")} />
          <TextField label="Street" autoComplete="address-line1" {...form.field("street")} />
          <TextField
            label="House Number"
            autoComplete="address-line2"
            {...form.field("houseNumber")}
          />
        </FormFields>
        <FormActions>
          <Button onClick={() => form.reset()} disabled={update.isPending}>
            Cancel
          </Button>
          <Button
            type="submit"
            look="primary"
            disabled={!isDirty}
            isPending={update.isPending}
            pendingLabel="Saving..."
          >
            Save Changes
          </Button>
        </FormActions>
      </Panel>
    </Form>
  );
}

function profileOf({ email, country, city, street, houseNumber }: CurrentTrader) {
  return {
    email,
    country: country ?? "",
    city: city ?? "",
    street: street ?? "",
    houseNumber: houseNumber ?? "",
  };
}

/** Adds the stored country if it is not offered, because the API accepts any country. */
function offeredCountries(present: string | null) {
  return present && !(present in countries) ? { ...countries, [present]: present } : countries;
}
