import { staleTimes } from "../../app/api-client/query-client.ts";
import { trpc } from "../../trpc.ts";

const options = { staleTime: staleTimes.traderData };

/** Fetches what the current stage is ready to pay out, and the rules that decide it. */
export function usePayoutReadiness() {
  return {
    readiness: trpc.trader.payouts.readiness.useQuery(undefined, options),
    rules: trpc.trader.stages.rules.useQuery({}, options),
    stages: trpc.trader.stages.list.useQuery(undefined, options),
  };
}

/** Fetches the trader's saved payout details, the last saved first. */
export function useSavedDetails() {
  return trpc.trader.payoutDetails.list.useQuery(undefined, options);
}

export function usePayouts() {
  return trpc.trader.payouts.list.useQuery(undefined, options);
}
