import { useMutation, useQueryClient } from "@tanstack/react-query";
import { describeApiError } from "../api-client/api-error.ts";
import { showFailure } from "../../components/toast/toasts.ts";
import {
  describeAdminLoginFailure,
  leaveAdminSession,
  useOpenAdminSession,
} from "../session/admin-session.ts";
import { expiredSession } from "../session/ended-session.ts";
import { useStore } from "../store.ts";
import { trpc } from "../../trpc.ts";
import { LazySignInAgainDialog } from "./sign-in-again.tsx";

export function AdminSignInAgain() {
  const isOpen = useStore(expiredSession) === "admin";
  const queryClient = useQueryClient();
  const openAdminSession = useOpenAdminSession();
  const login = trpc.admin.login.useMutation({ onSuccess: openAdminSession });
  const passkey = useMutation({
    mutationFn: async () => (await import("../session/passkeys.ts")).signInAdministrator(),
    onSuccess: openAdminSession,
    onError: (error) => showFailure("Login failed", describeApiError(error)),
  });

  return (
    <LazySignInAgainDialog
      isOpen={isOpen}
      secretLabel="Admin Access Key"
      isPending={login.isPending}
      error={login.error}
      problem={login.error ? describeAdminLoginFailure(login.error) : undefined}
      onSignIn={(accessKey, code) => login.mutateAsync({ accessKey, code })}
      isPasskeyPending={passkey.isPending}
      onPasskey={() => passkey.mutate()}
      onLeave={() => leaveAdminSession(queryClient)}
    />
  );
}
