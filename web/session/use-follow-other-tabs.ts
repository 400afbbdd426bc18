import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { closeAdminSession, resumeAdminSession } from "./admin-session.ts";
import { followOtherTabs } from "./other-tabs.ts";
import { adoptSession, closeSession } from "./session.ts";

/** Signing in or out in one tab applies to all tabs. */
export function useFollowOtherTabs() {
  const queryClient = useQueryClient();
  useEffect(() => {
    const follow = {
      "trader-signed-out": closeSession,
      "trader-signed-in": adoptSession,
      "admin-signed-out": closeAdminSession,
      "admin-signed-in": resumeAdminSession,
    };
    return followOtherTabs((change) => void follow[change](queryClient));
  }, [queryClient]);
}
