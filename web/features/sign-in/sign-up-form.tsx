import { useQueryClient } from "@tanstack/react-query";
import { showApiError } from "../../app/api-client/api-error.ts";
import { Button } from "../../components/button/button.tsx";
import { Checkbox } from "../../components/field/checkbox.tsx";
import { Select } from "../../components/field/select.tsx";
import { TextField } from "../../components/field/text-field.tsx";
import { privacyUrl } from "../../app/document/page-meta.ts";
import { countries } from "../../domain/format/labels.ts";
import { FormFields } from "../../components/forms/form-layout.tsx";
import { Form } from "../../components/forms/form.tsx";
import { useSchemaForm } from "../../components/forms/use-schema-form.ts";
import { openSession } from "../../app/session/session.ts";
import { trpc } from "../../trpc.ts";

const agreement = (
  <>
    I agree to the{" "}
    {privacyUrl ? (
      <a href={privacyUrl} target="_blank" rel="noreferrer">
        privacy policy
      </a>
    ) : (
      "privacy policy"
    )}
  </>
);

const loadSchema = () =>
  import("../../../src/business/traders/trader.schema.ts").then(
    (schemas) => schemas.registrationForm,
  );

const emptyForm = {
  fullName: "",
  email: "",
  password: "",
  confirmPassword: "",
  country: "",
  city: "",
  street: "",
  houseNumber: "",
};

export function SignUpForm() {
  const queryClient = useQueryClient();
  const form = useSchemaForm(loadSchema, emptyForm);
  const register = trpc.auth.register.useMutation({
    onSuccess: (trader) => openSession(queryClient, trader),
    onError: (error) => {
      form.showErrors(error);
      showApiError("Registration failed", error);
    },
  });

  return (
    <Form
      isStacked
      form={form}
      onSubmit={({ confirmPassword: _, ...input }) => register.mutateAsync(input)}
    >
      <FormFields>
        <TextField label="Full Name" autoComplete="name" {...form.field("fullName")} />
        <TextField label="Email" type="email" autoComplete="email" {...form.field("email")} />
        <TextField
          label="Password"
          type="password"
          autoComplete="new-password"
          {...form.field("password")}
        />
        <TextField
          label="Confirm Password"
          type="password"
          autoComplete="new-password"
          {...form.field("confirmPassword")}
        />
        <Select
          label="Country"
          options={countries}
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
      <Checkbox label={agreement} {...form.field("privacyPolicyAgreed")} />
      <Button
        type="submit"
        look="primary"
        isWide
        isPending={register.isPending}
        pendingLabel="Creating Account..."
      >
        Create Account
      </Button>
    </Form>
  );
}
