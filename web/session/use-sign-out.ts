import { useQueryClient } from "@tanstack/react-query";
import { showFailure } from "../components/toast/toasts.ts";
import { trpc } from "../trpc.ts";
import { tellOtherTabs } from "./other-tabs.ts";
import { closeSession } from "./session.ts";

export function useSignOut() {
  const queryClient = useQueryClient();
  return trpc.auth.logout.useMutation({
    onSuccess: () => {
      closeSession(queryClient);
      tellOtherTabs("trader-signed-out");
    },
    onError: (error) => showFailure("Logout failed", error.message || "Failed to log out"),
  });
}
