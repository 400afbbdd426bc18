import { MAX_FLAGGED, type PayoutFlag } from "../../src/business/payouts/flags.rule.ts";
import { trpc } from "../trpc.ts";

/** Loads the current flags of requests. Those that have not arrived yet have no entry. */
export function usePayoutFlags(ids: readonly number[]): ReadonlyMap<number, readonly PayoutFlag[]> {
  const pages = Array.from({ length: Math.ceil(ids.length / MAX_FLAGGED) }, (_, page) =>
    ids.slice(page * MAX_FLAGGED, (page + 1) * MAX_FLAGGED),
  );
  const answers = trpc.useQueries((t) => pages.map((page) => t.admin.payouts.flags({ ids: page })));
  return new Map(
    answers.flatMap(({ data }) => data?.map(({ id, flags }) => [id, flags] as const) ?? []),
  );
}
