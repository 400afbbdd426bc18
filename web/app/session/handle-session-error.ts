import type { QueryClient } from "@tanstack/react-query";
import { isSessionEnd, readApiError } from "../api-client/api-error.ts";
import { banNotice, expiredSession } from "./ended-session.ts";
import { closeSession, sessionQuery } from "./session.ts";

/** Runs for every failed call, since any of them may be the first after a ban or an expiry. */
export function handleSessionError(queryClient: QueryClient, error: unknown) {
  const { isBanned, message, banReason, path, reason } = readApiError(error);
  if (isBanned) {
    banNotice.set({ message, reason: banReason ?? null });
    closeSession(queryClient);
    return;
  }
  // An owner has just made a second factor mandatory: refetching the account leads administrators to the page that sets
  // one up.
  if (reason === "second_factor_setup_required")
    void queryClient.invalidateQueries({ queryKey: [["admin", "me"]] });
  if (!isSessionEnd(error)) return;
  if (path?.startsWith("admin.")) expiredSession.set("admin");
  else if (queryClient.getQueryData(sessionQuery.queryKey)) expiredSession.set("trader");
}
