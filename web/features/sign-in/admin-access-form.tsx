import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { describeApiError, readApiError } from "../../app/api-client/api-error.ts";
import { Button } from "../../components/button/button.tsx";
import { TextField } from "../../components/field/text-field.tsx";
import { showFailure } from "../../components/toast/toasts.ts";
import { Form } from "../../components/forms/form.tsx";
import { useSchemaForm } from "../../components/forms/use-schema-form.ts";
import { describeAdminLoginFailure, useOpenAdminSession } from "../../app/session/admin-session.ts";
import { useReturnPath } from "../../app/session/return-path.tsx";
import { trpc } from "../../trpc.ts";
import { LazySecondFactorStep } from "./lazy-second-factor-step.ts";

const loadSchema = () =>
  import("../../../src/identity/sign-in/sign-in.schema.ts").then(
    (schemas) => schemas.adminLoginInput,
  );

export function AdminAccessForm({ onReturn }: { onReturn: () => void }) {
  const form = useSchemaForm(loadSchema, { accessKey: "" });
  const navigate = useNavigate();
  const page = useReturnPath("admin", "/admin/dashboard");
  const openAdminSession = useOpenAdminSession();
  const [halfway, setHalfway] = useState<unknown>();
  const onSuccess = () => {
    openAdminSession();
    void navigate({ href: page });
  };
  const login = trpc.admin.login.useMutation({
    onSuccess,
    onError: (error) =>
      readApiError(error).reason
        ? setHalfway(error)
        : showFailure("Login failed", describeAdminLoginFailure(error)),
  });
  const passkey = useMutation({
    mutationFn: async () => (await import("../../app/session/passkeys.ts")).signInAdministrator(),
    onSuccess,
    onError: (error) => showFailure("Login failed", describeApiError(error)),
  });

  if (halfway) {
    return (
      <LazySecondFactorStep
        error={halfway}
        isPending={login.isPending}
        onCode={(code) => login.mutateAsync({ ...login.variables!, code })}
        isPasskeyPending={passkey.isPending}
        onPasskey={() => passkey.mutate()}
        onBack={() => setHalfway(undefined)}
      />
    );
  }

  return (
    <Form isStacked form={form} onSubmit={(values) => login.mutateAsync(values)}>
      <TextField
        label="Admin Access Key"
        type="password"
        autoComplete="off"
        {...form.field("accessKey")}
      />
      <Button
        type="submit"
        look="primary"
        isWide
        disabled={form.watch("accessKey").trim() === ""}
        isPending={login.isPending}
        pendingLabel="Signing in..."
      >
        Access Admin Dashboard
      </Button>
      <Button isWide isPending={passkey.isPending} onClick={() => passkey.mutate()}>
        Use a Passkey
      </Button>
      <Button look="plain" isWide onClick={onReturn}>
        Return to Trader Login
      </Button>
    </Form>
  );
}
