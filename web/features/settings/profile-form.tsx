import { useQueryClient } from "@tanstack/react-query";
import { type CurrentTrader } from "../../../src/identity/users/current-trader.schema.ts";
import { updateProfileInput } from "../../../src/business/traders/trader.schema.ts";
import { describeApiError } from "../../api-client/api-error.ts";
import { Button } from "../../components/button/button.tsx";
import { Select } from "../../components/field/select.tsx";
import { TextField } from "../../components/field/text-field.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import { showFailure, showSuccess } from "../../components/toast/toasts.ts";
import { countries } from "../../format/countries.ts";
import { Form } from "../../forms/form.tsx";
import layout from "../../forms/form.module.css";
import { useSchemaForm } from "../../forms/use-schema-form.ts";
import { sessionQuery } from "../../session/session.ts";
import { trpc } from "../../trpc.ts";
import styles from "./settings.module.css";

const loadSchema = () => Promise.resolve(updateProfileInput);

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
      showFailure("Update failed", describeApiError(error));
    },
  });
  const { isDirty } = form.formState;

  return (
    <Form className={styles.stack} form={form} onSubmit={(values) => update.mutateAsync(values)}>
      <Panel title="Personal Information">
        <div className={layout.fields}>
          <TextField
            label="Full Name"
            hint="Your name cannot be changed"
            value={trader.fullName ?? ""}
            readOnly
          />
          <TextField label="Email" type="email" autoComplete="email" {...form.field("email")} />
        </div>
      </Panel>
      <Panel title="Address Information">
        <div className={layout.fields}>
          <Select
            label="Country"
            options={offeredCountries(trader.country)}
            placeholder="Select a country"
            {...form.field("country")}
          />
          <TextField label="City" autoComplete="address-level2" {...form.field("city")} />
          <TextField label="Street" {...form.field("street")} />
          <TextField label="House Number" {...form.field("houseNumber")} />
        </div>
        <div className={layout.actions}>
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
        </div>
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

/** The API takes any country; one that is set already stays choosable. */
function offeredCountries(present: string | null) {
  return present && !(present in countries) ? { ...countries, [present]: present } : countries;
}
