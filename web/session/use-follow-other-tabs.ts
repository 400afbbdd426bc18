import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { followOtherTabs } from "./other-tabs.ts";
import { closeSession, sessionQuery } from "./session.ts";

/** Signing out in one tab signs all of them out; signing in is noticed as well. */
export function useFollowOtherTabs() {
  const queryClient = useQueryClient();
  useEffect(
    () =>
      followOtherTabs((change) => {
        if (change === "signed-out") closeSession(queryClient);
        else void queryClient.refetchQueries(sessionQuery);
      }),
    [queryClient],
  );
}
