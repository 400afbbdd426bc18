import { useQueryClient } from "@tanstack/react-query";
import { describeApiError } from "../../api/api-error.ts";
import { Button } from "../../components/button/button.tsx";
import { Checkbox } from "../../components/field/checkbox.tsx";
import { Select } from "../../components/field/select.tsx";
import { TextField } from "../../components/field/text-field.tsx";
import { preloadToasts } from "../../components/toast/toast-host.tsx";
import { showFailure } from "../../components/toast/toasts.ts";
import { countries } from "../../format/countries.ts";
import { Form } from "../../forms/form.tsx";
import { untilSettled } from "../../forms/until-settled.ts";
import { showFieldErrors } from "../../forms/show-field-errors.ts";
import { useSchemaForm } from "../../forms/use-schema-form.ts";
import { openSession } from "../../session/session.ts";
import { trpc } from "../../trpc.ts";
import styles from "./sign-in.module.css";

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
      showFieldErrors(form.setError, form.getValues(), error);
      showFailure("Registration failed", describeApiError(error));
    },
  });
  const { errors } = form.formState;

  return (
    <Form
      className={styles.form}
      preload={() => (form.preload(), preloadToasts())}
      onSubmit={form.handleSubmit((values) => {
        const { confirmPassword: _, ...input } = values;
        return untilSettled(register.mutateAsync(input));
      })}
    >
      <div className={styles.pair}>
        <TextField
          label="Full Name"
          autoComplete="name"
          error={errors.fullName?.message}
          {...form.register("fullName")}
        />
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          error={errors.email?.message}
          {...form.register("email")}
        />
        <TextField
          label="Password"
          type="password"
          autoComplete="new-password"
          error={errors.password?.message}
          {...form.register("password")}
        />
        <TextField
          label="Confirm Password"
          type="password"
          autoComplete="new-password"
          error={errors.confirmPassword?.message}
          {...form.register("confirmPassword")}
        />
        <Select
          label="Country"
          options={countries}
          placeholder="Select a country"
          error={errors.country?.message}
          {...form.register("country")}
        />
        <TextField
          label="City"
          autoComplete="address-level2"
          error={errors.city?.message}
          {...form.register("city")}
        />
        <TextField label="Street" error={errors.street?.message} {...form.register("street")} />
        <TextField
          label="House Number"
          error={errors.houseNumber?.message}
          {...form.register("houseNumber")}
        />
      </div>
      <Checkbox
        label="I agree to the privacy policy"
        error={errors.privacyPolicyAgreed?.message}
        {...form.register("privacyPolicyAgreed")}
      />
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
