import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { describeApiError } from "../../api/api-error.ts";
import { Button } from "../../components/button/button.tsx";
import { TextField } from "../../components/field/text-field.tsx";
import { preloadToasts } from "../../components/toast/toast-host.tsx";
import { showFailure } from "../../components/toast/toasts.ts";
import { Form } from "../../forms/form.tsx";
import { untilSettled } from "../../forms/until-settled.ts";
import { useOpenAdminSession } from "../../session/admin-session.ts";
import { trpc } from "../../trpc.ts";
import styles from "./sign-in.module.css";

export function AdminAccessForm({ onReturn }: { onReturn: () => void }) {
  const [accessKey, setAccessKey] = useState("");
  const navigate = useNavigate();
  const openAdminSession = useOpenAdminSession();
  const login = trpc.admin.login.useMutation({
    onSuccess: () => {
      openAdminSession();
      void navigate({ to: "/admin/dashboard" });
    },
    onError: (error) =>
      showFailure("Login failed", describeApiError(error) || "Invalid access key"),
  });

  return (
    <Form
      className={styles.form}
      preload={preloadToasts}
      onSubmit={() => untilSettled(login.mutateAsync({ accessKey }))}
    >
      <TextField
        label="Admin Access Key"
        type="password"
        autoComplete="off"
        value={accessKey}
        onChange={(event) => setAccessKey(event.target.value)}
      />
      <Button
        type="submit"
        look="primary"
        isWide
        disabled={accessKey.trim() === ""}
        isPending={login.isPending}
        pendingLabel="Signing in..."
      >
        Access Admin Dashboard
      </Button>
      <Button look="plain" isWide onClick={onReturn}>
        Return to Trader Login
      </Button>
    </Form>
  );
}
