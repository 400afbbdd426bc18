import { useQueryClient } from "@tanstack/react-query";
import { textsAtSignUp, traderFields } from "../../../src/identity/users/trader.fields.ts";
import { showApiError } from "../../app/api-client/api-error.ts";
import { Button } from "../../components/button/button.tsx";
import { Checkbox } from "../../components/field/checkbox.tsx";
import { TextField } from "../../components/field/text-field.tsx";
import { privacyUrl } from "../../app/document/page-meta.ts";
import { FieldInput } from "../../domain/fields/field-input.tsx";
import { FormFields } from "../../components/forms/form-layout.tsx";
import { Form } from "../../components/forms/form.tsx";
import { formTexts } from "../../components/forms/form-texts.ts";
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
  ...formTexts(textsAtSignUp),
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
        {textsAtSignUp.map((name) => (
          <FieldInput
            key={name}
            isAboutUser
            declared={traderFields[name]}
            control={form.field(name)}
          />
        ))}
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
