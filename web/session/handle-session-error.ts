import type { QueryClient } from "@tanstack/react-query";
import { readApiError } from "../api-client/api-error.ts";
import { banNotice } from "./ban-notice.ts";
import { expiredSession } from "./expired-session.ts";
import { closeSession, sessionQuery } from "./session.ts";

/** Signing in answers 401 for wrong credentials: that ends no session. */
const signInPaths = new Set(["auth.login", "admin.login", "admin.session"]);

/** Any call may be the first to learn that a session was banned or has ended. */
export function handleSessionError(queryClient: QueryClient, error: unknown) {
  const fault = readApiError(error);
  if (fault.isBanned) {
    banNotice.set({ message: fault.message, reason: fault.banReason ?? null });
    closeSession(queryClient);
    return;
  }
  const path = fault.path ?? "";
  if (fault.httpStatus !== 401 || signInPaths.has(path)) return;
  if (path.startsWith("admin.")) expiredSession.set("admin");
  else if (queryClient.getQueryData(sessionQuery.queryKey)) expiredSession.set("trader");
}
