import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { describeFault, readFault } from "../api-error.ts";
import { Button } from "../components/button/button.tsx";
import { FormDialog } from "../components/dialog/form-dialog.tsx";
import { TextField } from "../components/field/text-field.tsx";
import { settled } from "../forms/settled.ts";
import { expiredSession } from "../session/expired-session.ts";
import { closeSession, openSession, useSession } from "../session/session.ts";
import { useStore } from "../store.ts";
import { trpc } from "../trpc.ts";

/** Asks for the password on top of the page when the session has ended meanwhile. */
export function SignInAgain() {
  const isOpen = useStore(expiredSession) === "trader";
  const queryClient = useQueryClient();
  const email = useSession().data?.email ?? "";
  const [password, setPassword] = useState("");
  const [problem, setProblem] = useState<string>();
  const login = trpc.auth.login.useMutation({
    onSuccess: (trader) => {
      setPassword("");
      openSession(queryClient, trader);
      // What failed for want of a session is asked again.
      void queryClient.refetchQueries({ predicate: ({ state }) => state.status === "error" });
    },
    onError: (error) => {
      const isRefused = readFault(error).httpStatus === 401;
      setProblem(isRefused ? "The password is incorrect." : describeFault(error));
    },
  });

  return (
    <FormDialog
      title="Your session has ended"
      isOpen={isOpen}
      onClose={() => closeSession(queryClient)}
      onSubmit={() => settled(login.mutateAsync({ email, password }))}
      actions={
        <>
          <Button onClick={() => closeSession(queryClient)}>Leave</Button>
          <Button
            type="submit"
            look="primary"
            disabled={password === ""}
            isPending={login.isPending}
            pendingLabel="Signing in..."
          >
            Sign In
          </Button>
        </>
      }
    >
      <p>Sign in again to go on. What you have typed on this page is kept.</p>
      <TextField label="Email" type="email" autoComplete="username" value={email} readOnly />
      <TextField
        label="Password"
        type="password"
        autoComplete="current-password"
        autoFocus
        value={password}
        error={problem}
        onChange={(event) => {
          setPassword(event.target.value);
          setProblem(undefined);
        }}
      />
    </FormDialog>
  );
}
