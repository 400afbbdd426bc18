import { useQueryClient } from "@tanstack/react-query";
import { describeFault, readFault } from "../api-error.ts";
import { settled } from "../forms/settled.ts";
import { expiredSession } from "../session/expired-session.ts";
import { closeSession, openSession, useSession } from "../session/session.ts";
import { useStore } from "../store.ts";
import { trpc } from "../trpc.ts";
import { SignInAgainDialog } from "./sign-in-again-dialog.tsx";

export function SignInAgain() {
  const isOpen = useStore(expiredSession) === "trader";
  const queryClient = useQueryClient();
  const email = useSession().data?.email ?? "";
  const login = trpc.auth.login.useMutation({
    onSuccess: (trader) => {
      openSession(queryClient, trader);
      // What failed for want of a session is asked again.
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
      onSignIn={(password) => settled(login.mutateAsync({ email, password }))}
      onLeave={() => closeSession(queryClient)}
    />
  );
}

function describeRefusal(error: unknown): string {
  return readFault(error).httpStatus === 401 ? "The password is incorrect" : describeFault(error);
}
