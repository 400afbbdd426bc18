import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
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
import { banNotice } from "../../app/session/ended-session.ts";
import { openSession } from "../../app/session/session.ts";
import { trpc } from "../../trpc.ts";
import { LazySecondFactorStep } from "./lazy-second-factor-step.ts";
import { Notice } from "../../components/feedback/notice.tsx";
import { useStore } from "../../app/store.ts";

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
    <Form isStacked form={form} onSubmit={(values) => login.mutateAsync(values)}>
      <TextField label="Email" type="email" autoComplete="username" {...form.field("email")} />
      <TextField
        label="Password"
        type="password"
        autoComplete="current-password"
        {...form.field("password")}
      />
      <Box
        sx={{
          display: "flex",
          flexWrap: "wrap",
          alignItems: "center",
          justifyContent: "space-between",
          gap: "0.5rem 1rem",
        }}
      >
        <Checkbox label="Remember me" {...form.field("remember")} />
        <Link to="/forgot-password" state>
          Forgot password
        </Link>
      </Box>
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
      <Typography
        color="textSecondary"
        sx={{ display: "flex", flexWrap: "wrap", alignItems: "baseline", gap: 0.75 }}
      >
        New here?
        <Link to="/auth" hash="register" state>
          Register
        </Link>
        <Box
          component={Link}
          to="/auth"
          hash="admin"
          state
          sx={{ ml: "auto", py: 0.25, color: "text.secondary" }}
        >
          Admin Login
        </Box>
      </Typography>
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

export function BannedNotice() {
  const ban = useStore(banNotice);
  if (!ban) return null;
  return (
    <Box sx={{ mb: 3 }}>
      <Notice tone="danger" title="Account banned">
        {ban.message ? <p>{ban.message}</p> : null}
        {ban.reason ? <p>Reason: {ban.reason}</p> : null}
      </Notice>
    </Box>
  );
}
