import { useQueryClient } from "@tanstack/react-query";
import { textsByTrader, traderFields } from "../../../src/identity/users/trader.fields.ts";
import type { CurrentTrader } from "../../../src/identity/users/user.schema.ts";
import { showApiError } from "../../app/api-client/api-error.ts";
import { Button } from "../../components/button/button.tsx";
import { TextField } from "../../components/field/text-field.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import { showSuccess } from "../../components/toast/toasts.ts";
import { FieldInput } from "../../domain/fields/field-input.tsx";
import { changedFields } from "../../components/forms/changed-fields.ts";
import { Form } from "../../components/forms/form.tsx";
import { FormActions, FormFields } from "../../components/forms/form-layout.tsx";
import { formTexts } from "../../components/forms/form-texts.ts";
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
          {textsByTrader.map((name) => (
            <FieldInput
              key={name}
              isAboutUser
              declared={traderFields[name]}
              stored={trader[name]}
              control={form.field(name)}
            />
          ))}
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

function profileOf(trader: CurrentTrader) {
  return { email: trader.email, ...formTexts(textsByTrader, trader) };
}
