import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { showSuccess } from "../../components/toast/toasts.ts";
import { adminSessionQuery, closeAdminSession, resumeAdminSession } from "./admin-session.ts";
import { followOtherTabs } from "./other-tabs.ts";
import { adoptSession, closeSession, sessionQuery } from "./session.ts";

/** Signing in or out in one tab applies to all tabs. */
export function useFollowOtherTabs() {
  const queryClient = useQueryClient();
  useEffect(() => {
    const follow = {
      "trader-signed-out": endSession,
      "trader-signed-in": adoptSession,
      "admin-signed-out": endAdminSession,
      "admin-signed-in": resumeAdminSession,
    };
    return followOtherTabs((change) => void follow[change](queryClient));
  }, [queryClient]);
}

function endSession(queryClient: QueryClient) {
  if (queryClient.getQueryData(sessionQuery.queryKey)) explain();
  closeSession(queryClient);
}

function endAdminSession(queryClient: QueryClient) {
  if (queryClient.getQueryData(adminSessionQuery.queryKey)) explain();
  closeAdminSession(queryClient);
}

/** The page disappears, possibly with unsaved changes, without anything done in this tab. */
function explain() {
  showSuccess("Signed out", "You signed out in another tab.");
}
