import { useQueryClient } from "@tanstack/react-query";
import { describeApiError, readApiError } from "../api-client/api-error.ts";
import { expiredSession } from "../session/expired-session.ts";
import { closeSession, openSession, useSession } from "../session/session.ts";
import { useStore } from "../state/store.ts";
import { trpc } from "../trpc.ts";
import { SignInAgainDialog } from "./sign-in-again-dialog.tsx";

export function SignInAgain() {
  const isOpen = useStore(expiredSession) === "trader";
  const queryClient = useQueryClient();
  const email = useSession().data?.email ?? "";
  const login = trpc.auth.login.useMutation({
    onSuccess: (trader) => {
      openSession(queryClient, trader);
      // Retries the queries that failed without a session.
      void queryClient.refetchQueries({ predicate: ({ state }) => state.status === "error" });
    },
  });

  return (
    <SignInAgainDialog
      isOpen={isOpen}
      email={email}
      secretLabel="Password"
      isPending={login.isPending}
      problem={login.error ? describeRefusal(login.error) : undefined}
      onSignIn={(password) => login.mutateAsync({ email, password })}
      onLeave={() => closeSession(queryClient)}
    />
  );
}

function describeRefusal(error: unknown): string {
  return readApiError(error).httpStatus === 401
    ? "The password is incorrect"
    : describeApiError(error);
}
