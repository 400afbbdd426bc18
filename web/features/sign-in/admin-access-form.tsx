import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { isUnreachable, readApiError } from "../../api-client/api-error.ts";
import { showApiError } from "../../api-client/show-api-error.ts";
import { Button } from "../../components/button/button.tsx";
import { TextField } from "../../components/field/text-field.tsx";
import { Form } from "../../forms/form.tsx";
import { useSchemaForm } from "../../forms/use-schema-form.ts";
import { useOpenAdminSession } from "../../session/admin-session.ts";
import { trpc } from "../../trpc.ts";
import { LazySecondFactorStep } from "./lazy-second-factor-step.ts";
import styles from "./sign-in.module.css";

const loadSchema = () =>
  import("../../../src/identity/sign-in/sign-in.schema.ts").then(
    (schemas) => schemas.adminLoginInput,
  );

export function AdminAccessForm({ onReturn }: { onReturn: () => void }) {
  const form = useSchemaForm(loadSchema, { accessKey: "" });
  const navigate = useNavigate();
  const openAdminSession = useOpenAdminSession();
  const [halfway, setHalfway] = useState<unknown>();
  const onSuccess = () => {
    openAdminSession();
    void navigate({ to: "/admin/dashboard" });
  };
  const login = trpc.admin.login.useMutation({
    onSuccess,
    onError: (error) =>
      readApiError(error).reason
        ? setHalfway(error)
        : showApiError(
            "Login failed",
            error,
            // Without a response, nothing is known about the key.
            isUnreachable(error) ? undefined : "Invalid access key",
          ),
  });
  const passkey = useMutation({
    mutationFn: async () => (await import("../../session/passkeys.ts")).signInAdministrator(),
    onSuccess,
    onError: (error) => showApiError("Login failed", error),
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
    <Form className={styles.form} form={form} onSubmit={(values) => login.mutateAsync(values)}>
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
