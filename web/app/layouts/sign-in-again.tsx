import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { CurrentTrader } from "../../../src/identity/users/user.schema.ts";
import { describeApiError, readApiError } from "../api-client/api-error.ts";
import { showFailure } from "../../components/toast/toasts.ts";
import { expiredSession } from "../session/ended-session.ts";
import { leaveSession, openSession, useSession } from "../session/session.ts";
import { useStore } from "../store.ts";
import { trpc } from "../../trpc.ts";
import { useEffect } from "react";
import { useOpenedOnce } from "../../components/dialog/use-dialog.ts";
import { lazyComponent } from "../../components/lazy/lazy-component.tsx";
import type { SignInAgainDialogProps } from "./sign-in-again-dialog.tsx";

export function SignInAgain() {
  const isOpen = useStore(expiredSession) === "trader";
  const queryClient = useQueryClient();
  const email = useSession().data?.email ?? "";
  const onSuccess = (trader: CurrentTrader) => {
    openSession(queryClient, trader);
    // Retries the queries that failed without a session.
    void queryClient.refetchQueries({ predicate: ({ state }) => state.status === "error" });
  };
  const login = trpc.auth.login.useMutation({ onSuccess });
  const passkey = useMutation({
    mutationFn: async () => (await import("../session/passkeys.ts")).signInTrader(false),
    onSuccess,
    onError: (error) => showFailure("Login failed", describeApiError(error)),
  });

  return (
    <LazySignInAgainDialog
      isOpen={isOpen}
      email={email}
      secretLabel="Password"
      isPending={login.isPending}
      error={login.error}
      problem={login.error ? describeProblem(login.error) : undefined}
      onSignIn={(password, code) => login.mutateAsync({ email, password, code })}
      isPasskeyPending={passkey.isPending}
      onPasskey={() => passkey.mutate()}
      onLeave={() => leaveSession(queryClient)}
    />
  );
}

function describeProblem(error: unknown): string {
  const { httpStatus, reason } = readApiError(error);
  return httpStatus === 401 && !reason ? "The password is incorrect" : describeApiError(error);
}

const load = () => import("./sign-in-again-dialog.tsx").then((m) => m.SignInAgainDialog);

const SignInAgainDialog = lazyComponent(load);

/** If it fails, the dialog itself loads it again. */
const loadEarly = () => void load().catch(() => undefined);

export function LazySignInAgainDialog(props: SignInAgainDialogProps) {
  const wasOpened = useOpenedOnce(props.isOpen);

  // By the time the dialog is needed, a new release may have removed its files, so it is loaded when a field is
  // first focused. Until then, no input can be lost.
  useEffect(() => {
    document.addEventListener("focusin", loadEarly, { once: true });
    return () => document.removeEventListener("focusin", loadEarly);
  }, []);

  if (!wasOpened) return null;
  return <SignInAgainDialog {...props} />;
}
