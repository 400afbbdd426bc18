import { useQueryClient } from "@tanstack/react-query";
import { showApiError } from "../api-client/api-error.ts";
import { confirmDiscard } from "../../components/forms/unsaved-changes.tsx";
import { untilSettled } from "../../components/forms/until-settled.ts";
import { useSingleFlight } from "../../components/forms/use-single-flight.ts";
import { trpc } from "../../trpc.ts";
import { notifyOtherTabs } from "./other-tabs.ts";
import { closeSession } from "./session.ts";
import { closeAdminSession } from "./admin-session.ts";

export function useSignOut() {
  const queryClient = useQueryClient();
  const logout = trpc.auth.logout.useMutation({
    onSuccess: () => {
      closeSession(queryClient);
      notifyOtherTabs("trader-signed-out");
    },
    onError: (error) => showApiError("Logout failed", error, "Failed to log out"),
  });
  const signOut = useSingleFlight(async () => {
    if (await confirmDiscard()) await untilSettled(logout.mutateAsync());
  });
  return { isPending: logout.isPending, signOut: () => void signOut() };
}

export function useAdminSignOut() {
  const queryClient = useQueryClient();
  const logout = trpc.admin.logout.useMutation({
    onSuccess: () => {
      closeAdminSession(queryClient);
      notifyOtherTabs("admin-signed-out");
    },
    onError: (error) => showApiError("Logout failed", error, "Failed to log out"),
  });
  const signOut = useSingleFlight(async () => {
    if (await confirmDiscard()) await untilSettled(logout.mutateAsync());
  });
  return { isPending: logout.isPending, signOut: () => void signOut() };
}
