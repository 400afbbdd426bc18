import { Link } from "@tanstack/react-router";
import { useQueryClient } from "@tanstack/react-query";
import { describeApiError, readApiError } from "../../api/api-error.ts";
import { Button } from "../../components/button/button.tsx";
import { Checkbox } from "../../components/field/checkbox.tsx";
import { TextField } from "../../components/field/text-field.tsx";
import { preloadToasts } from "../../components/toast/toast-host.tsx";
import { showFailure } from "../../components/toast/toasts.ts";
import { Form } from "../../forms/form.tsx";
import { untilSettled } from "../../forms/until-settled.ts";
import { useSchemaForm } from "../../forms/use-schema-form.ts";
import { banNotice } from "../../session/ban-notice.ts";
import { openSession } from "../../session/session.ts";
import { trpc } from "../../trpc.ts";
import styles from "./sign-in.module.css";

const loadSchema = () =>
  import("../../../src/identity/sign-in/sign-in.schema.ts").then((schemas) => schemas.loginInput);

export function LoginForm() {
  const queryClient = useQueryClient();
  const form = useSchemaForm(loadSchema, { email: "", password: "", remember: false });
  const login = trpc.auth.login.useMutation({
    onMutate: () => banNotice.set(null),
    onSuccess: (trader) => openSession(queryClient, trader),
    onError: showLoginFailure,
  });
  const { errors } = form.formState;

  return (
    <Form
      className={styles.form}
      preload={() => (form.preload(), preloadToasts())}
      onSubmit={form.handleSubmit((values) => untilSettled(login.mutateAsync(values)))}
    >
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        error={errors.email?.message}
        {...form.register("email")}
      />
      <TextField
        label="Password"
        type="password"
        autoComplete="current-password"
        error={errors.password?.message}
        {...form.register("password")}
      />
      <div className={styles.row}>
        <Checkbox label="Remember me" {...form.register("remember")} />
        <Link to="/forgot-password">Forgot password</Link>
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
      <p className={styles.aside}>
        New here?{" "}
        <Link to="/auth" hash="register">
          Register
        </Link>
        <Link to="/auth" hash="admin" className={styles.adminLink}>
          Admin Login
        </Link>
      </p>
    </Form>
  );
}

function showLoginFailure(error: unknown) {
  const { isBanned, httpStatus } = readApiError(error);
  // The screen says it in place of the toast.
  if (isBanned) return;
  const isRefused = httpStatus === 401 || httpStatus === 400;
  showFailure(
    "Login failed",
    isRefused ? "Email or password is incorrect." : describeApiError(error),
  );
}
