import { MAX_FLAGGED, type PayoutFlag } from "../../src/business/payouts/flags.rule.ts";
import { trpc } from "../trpc.ts";

interface PayoutFlags {
  /** By request. Those that have not arrived, or could not be read, have no entry. */
  flags: ReadonlyMap<number, readonly PayoutFlag[]>;
  hasFailed: boolean;
}

/** Loads the current flags of requests. */
export function usePayoutFlags(ids: readonly number[]): PayoutFlags {
  const pages = Array.from({ length: Math.ceil(ids.length / MAX_FLAGGED) }, (_, page) =>
    ids.slice(page * MAX_FLAGGED, (page + 1) * MAX_FLAGGED),
  );
  const answers = trpc.useQueries((t) => pages.map((page) => t.admin.payouts.flags({ ids: page })));
  return {
    flags: new Map(
      answers.flatMap(({ data }) => data?.map(({ id, flags }) => [id, flags] as const) ?? []),
    ),
    hasFailed: answers.some(({ isError }) => isError),
  };
}
