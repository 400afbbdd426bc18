import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { CurrentTrader } from "../../../src/identity/users/user.schema.ts";
import { describeApiError, readApiError } from "../api-client/api-error.ts";
import { showFailure } from "../../components/toast/toasts.ts";
import { expiredSession } from "../session/expired-session.ts";
import { leaveSession, openSession, useSession } from "../session/session.ts";
import { useStore } from "../store.ts";
import { trpc } from "../../trpc.ts";
import { LazySignInAgainDialog } from "./lazy-sign-in-again-dialog.tsx";

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
