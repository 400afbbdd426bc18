import { Link } from "@tanstack/react-router";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { describeApiError, readApiError } from "../../app/api-client/api-error.ts";
import { Button } from "../../components/button/button.tsx";
import { Checkbox } from "../../components/field/checkbox.tsx";
import { TextField } from "../../components/field/text-field.tsx";
import { showFailure } from "../../components/toast/toasts.ts";
import { Form } from "../../components/forms/form.tsx";
import { useSchemaForm } from "../../components/forms/use-schema-form.ts";
import { banNotice } from "../../app/session/ban-notice.ts";
import { openSession } from "../../app/session/session.ts";
import { trpc } from "../../trpc.ts";
import { LazySecondFactorStep } from "./lazy-second-factor-step.ts";
import styles from "./sign-in.module.css";

const loadSchema = () =>
  import("../../../src/identity/sign-in/sign-in.schema.ts").then((schemas) => schemas.loginInput);

export function LoginForm() {
  const queryClient = useQueryClient();
  const [secondFactorError, setSecondFactorError] = useState<unknown>();
  const form = useSchemaForm(loadSchema, { email: "", password: "", remember: false });
  const login = trpc.auth.login.useMutation({
    onMutate: () => banNotice.set(null),
    onSuccess: (trader) => openSession(queryClient, trader),
    onError: (error) =>
      readApiError(error).reason ? setSecondFactorError(error) : showLoginFailure(error),
  });
  const passkey = useMutation({
    mutationFn: async () =>
      (await import("../../app/session/passkeys.ts")).signInTrader(
        form.getValues("remember") ?? false,
      ),
    onMutate: () => banNotice.set(null),
    onSuccess: (trader) => openSession(queryClient, trader),
    onError: showPasskeyFailure,
  });

  if (secondFactorError) {
    return (
      <LazySecondFactorStep
        error={secondFactorError}
        isPending={login.isPending}
        onCode={(code) => login.mutateAsync({ ...login.variables!, code })}
        isPasskeyPending={passkey.isPending}
        onPasskey={() => passkey.mutate()}
        onBack={() => setSecondFactorError(undefined)}
      />
    );
  }
  return (
    <Form className={styles.form} form={form} onSubmit={(values) => login.mutateAsync(values)}>
      <TextField label="Email" type="email" autoComplete="username" {...form.field("email")} />
      <TextField
        label="Password"
        type="password"
        autoComplete="current-password"
        {...form.field("password")}
      />
      <div className={styles.row}>
        <Checkbox label="Remember me" {...form.field("remember")} />
        <Link to="/forgot-password" state>
          Forgot password
        </Link>
      </div>
      <Button
        type="submit"
        look="primary"
        isWide
        isPending={login.isPending}
        pendingLabel="Signing in..."
      >
        Sign In
      </Button>
      <Button isWide isPending={passkey.isPending} onClick={() => passkey.mutate()}>
        Use a Passkey
      </Button>
      <p className={styles.aside}>
        New here?{" "}
        <Link to="/auth" hash="register" state>
          Register
        </Link>
        <Link to="/auth" hash="admin" state className={styles.adminLink}>
          Admin Login
        </Link>
      </p>
    </Form>
  );
}

function showPasskeyFailure(error: unknown) {
  const { isBanned } = readApiError(error);
  if (!isBanned) showFailure("Login failed", describeApiError(error));
}

function showLoginFailure(error: unknown) {
  const { isBanned, httpStatus } = readApiError(error);
  // The sign-in screen shows the ban instead of a toast.
  if (isBanned) return;
  const isRefused = httpStatus === 401 || httpStatus === 400;
  showFailure(
    "Login failed",
    isRefused ? "Email or password is incorrect." : describeApiError(error),
  );
}
