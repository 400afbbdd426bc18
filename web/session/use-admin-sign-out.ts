import { useQueryClient } from "@tanstack/react-query";
import { showFailure } from "../components/toast/toasts.ts";
import { trpc } from "../trpc.ts";
import { closeAdminSession } from "./admin-session.ts";
import { tellOtherTabs } from "./other-tabs.ts";

export function useAdminSignOut() {
  const queryClient = useQueryClient();
  return trpc.admin.logout.useMutation({
    onSuccess: () => {
      closeAdminSession(queryClient);
      tellOtherTabs("admin-signed-out");
    },
    onError: (error) => showFailure("Logout failed", error.message || "Failed to log out"),
  });
}
