import { documentKinds } from "../../../src/business/traders/identity/identity.rule.ts";
import type { Identity } from "../../../src/business/traders/identity/identity.schema.ts";
import { traderFields } from "../../../src/identity/users/trader.fields.ts";
import { showApiError } from "../../app/api-client/api-error.ts";
import { Button } from "../../components/button/button.tsx";
import { Select } from "../../components/field/select.tsx";
import { TextField } from "../../components/field/text-field.tsx";
import { Form } from "../../components/forms/form.tsx";
import { FormActions, FormFields } from "../../components/forms/form-layout.tsx";
import { useSchemaForm } from "../../components/forms/use-schema-form.ts";
import { Panel } from "../../components/panel/panel.tsx";
import { showSuccess } from "../../components/toast/toasts.ts";
import { FieldInput } from "../../domain/fields/field-input.tsx";
import { trpc } from "../../trpc.ts";

const loadSchema = () =>
  import("../../../src/business/traders/identity/identity.schema.ts").then(
    (schemas) => schemas.identityForm,
  );

const addressFields = ["country", "city", "street", "houseNumber"] as const;

/** The first step: the facts as they stand in the document. */
export function FactsForm({ identity }: { identity: Identity }) {
  const utils = trpc.useUtils();
  const form = useSchemaForm(loadSchema, factsOf(identity));
  const save = trpc.trader.identity.save.useMutation({
    onSuccess: (saved) => {
      utils.trader.identity.get.setData(undefined, saved);
      form.reset(factsOf(saved));
      showSuccess("Details saved", "Add the pictures of your document next.");
    },
    onError: (error) => {
      form.showErrors(error);
      showApiError("Your details were not saved", error);
    },
  });
  return (
    <Form form={form} onSubmit={(values) => save.mutateAsync(values)}>
      <Panel title="1. Your Details" subtitle="As they stand in your document">
        <FormFields>
          <TextField label="Legal Name" autoComplete="name" {...form.field("legalName")} />
          <TextField
            label="Date of Birth"
            type="date"
            autoComplete="bday"
            {...form.field("birthDate")}
          />
          {addressFields.map((name) => (
            <FieldInput
              key={name}
              isAboutUser
              declared={traderFields[name]}
              stored={identity[name]}
              control={form.field(name)}
            />
          ))}
          <Select label="Document" options={documentKinds} {...form.field("documentKind")} />
          <TextField
            label="Last Day of the Document"
            hint="Leave it empty if the document does not expire."
            type="date"
            {...form.field("documentExpiresOn")}
          />
        </FormFields>
        <FormActions>
          <Button
            type="submit"
            look={identity.status === "draft" ? "secondary" : "primary"}
            isPending={save.isPending}
            pendingLabel="Saving..."
          >
            Save Details
          </Button>
        </FormActions>
      </Panel>
    </Form>
  );
}

function factsOf(identity: Identity) {
  return {
    legalName: identity.legalName ?? "",
    birthDate: identity.birthDate ?? "",
    country: identity.country ?? "uk",
    city: identity.city ?? "",
    street: identity.street ?? "",
    houseNumber: identity.houseNumber ?? "",
    documentKind: identity.documentKind ?? "passport",
    documentExpiresOn: identity.documentExpiresOn ?? "",
  };
}
