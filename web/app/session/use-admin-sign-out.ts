import { useQueryClient } from "@tanstack/react-query";
import { showApiError } from "../api-client/show-api-error.ts";
import { confirmDiscard } from "../../components/forms/unsaved-changes.tsx";
import { untilSettled } from "../../components/forms/until-settled.ts";
import { useSingleFlight } from "../../components/forms/use-single-flight.ts";
import { trpc } from "../../trpc.ts";
import { closeAdminSession } from "./admin-session.ts";
import { notifyOtherTabs } from "./other-tabs.ts";

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
