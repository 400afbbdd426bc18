import { queryOptions, useQuery, useQueryClient, type QueryClient } from "@tanstack/react-query";
import {
  describeApiError,
  describeRefusal,
  isUnreachable,
  TransportError,
} from "../api-client/api-error.ts";
import { showFailure } from "../../components/toast/toasts.ts";
import { trpcClient } from "../../trpc.ts";
import { expiredSession } from "./ended-session.ts";
import { notifyOtherTabs } from "./other-tabs.ts";

/** Whether this browser has an administrator's session; false if the check fails. */
export const adminSessionQuery = queryOptions({
  queryKey: ["admin-session"],
  queryFn: readAdminSession,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

async function readAdminSession(): Promise<boolean> {
  try {
    const { isAdmin } = await trpcClient.admin.session.query();
    return isAdmin;
  } catch (error) {
    if (isNetworkFailure(error)) {
      showFailure("Authentication failed", "Could not verify admin access.");
    }
    return false;
  }
}

/** An error response means that there is no session; only a missing response is reported. */
function isNetworkFailure(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof TransportError && cause.status === undefined;
}

/** Describes a failed sign-in with an access key. Without a response, nothing is known about the key. */
export function describeAdminLoginFailure(error: unknown): string {
  return isUnreachable(error)
    ? describeApiError(error)
    : describeRefusal(error, "Invalid access key");
}

export function useAdminSession() {
  return useQuery(adminSessionQuery);
}

export function useOpenAdminSession() {
  const queryClient = useQueryClient();
  return () => {
    resumeAdminSession(queryClient);
    notifyOtherTabs("admin-signed-in");
  };
}

/** Retries the queries that failed without a session. */
export function resumeAdminSession(queryClient: QueryClient) {
  expiredSession.set(null);
  queryClient.setQueryData(adminSessionQuery.queryKey, true);
  void queryClient.refetchQueries({
    predicate: ({ queryKey, state }) => isAdminKey(queryKey[0]) && state.status === "error",
  });
}

export function closeAdminSession(queryClient: QueryClient) {
  expiredSession.set(null);
  leaveAdminSession(queryClient);
}

/** Leaves a page whose session has expired; the next sign-in leads back to it. */
export function leaveAdminSession(queryClient: QueryClient) {
  queryClient.setQueryData(adminSessionQuery.queryKey, false);
  queryClient.removeQueries({ predicate: ({ queryKey }) => isAdminKey(queryKey[0]) });
}

function isAdminKey(path: unknown): boolean {
  return Array.isArray(path) && path[0] === "admin";
}

/** Assumes that an existing session continues until a call is refused; checks again each time if there was none. */
export async function checkAdminSession(queryClient: QueryClient): Promise<boolean> {
  if (queryClient.getQueryData(adminSessionQuery.queryKey)) return true;
  return queryClient.fetchQuery({ ...adminSessionQuery, staleTime: 0 });
}
