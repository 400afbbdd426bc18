import { staleTimes } from "../api-client/query-client.ts";
import { trpc } from "../../trpc.ts";

/** Fetches how many notices are unread, and whether the email still has to be verified. */
export function useNoticeStatus() {
  return trpc.trader.notices.status.useQuery(undefined, { staleTime: staleTimes.traderData });
}
