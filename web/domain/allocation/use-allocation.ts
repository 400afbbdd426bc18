import { staleTimes } from "../../app/api-client/query-client.ts";
import { useMay } from "../../app/session/use-may.ts";
import { trpc } from "../../trpc.ts";

/** A stage that would start. */
export interface NextStage {
  initialBalance: string;
  currency: string;
}

/** Reads what is allocated to a user, also with a stage that would start; nothing for roles that do not see links. */
export function useAllocation(userId: number, next?: NextStage) {
  return trpc.admin.allocation.useQuery(
    { id: userId, ...next },
    {
      enabled: useMay("links.read"),
      staleTime: staleTimes.adminTabs,
      // Views of several users are recorded.
      refetchOnWindowFocus: false,
    },
  );
}
