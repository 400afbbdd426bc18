import { useQueryClient } from "@tanstack/react-query";
import { showFailure } from "../components/toast/toasts.ts";
import { untilSettled } from "../forms/until-settled.ts";
import { useSingleFlight } from "../forms/use-single-flight.ts";
import { trpc } from "../trpc.ts";
import { notifyOtherTabs } from "./other-tabs.ts";
import { closeSession } from "./session.ts";

export function useSignOut() {
  const queryClient = useQueryClient();
  const logout = trpc.auth.logout.useMutation({
    onSuccess: () => {
      closeSession(queryClient);
      notifyOtherTabs("trader-signed-out");
    },
    onError: (error) => showFailure("Logout failed", error.message || "Failed to log out"),
  });
  const signOut = useSingleFlight(() => untilSettled(logout.mutateAsync()));
  return { isPending: logout.isPending, signOut: () => void signOut() };
}
