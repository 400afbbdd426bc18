import { staleTimes } from "../../api-client/query-client.ts";
import { trpc } from "../../trpc.ts";

const options = { staleTime: staleTimes.traderData };

/** What the current stage is ready to pay out, and the rules that say so. */
export function usePayoutReadiness() {
  return {
    readiness: trpc.trader.payouts.readiness.useQuery(undefined, options),
    rules: trpc.trader.stages.rules.useQuery({}, options),
    stages: trpc.trader.stages.list.useQuery(undefined, options),
  };
}
