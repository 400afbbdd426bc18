import {
  flagLabels,
  MAX_FLAGGED,
  type PayoutFlag,
} from "../../../src/business/money/payouts/flags.rule.ts";
import { trpc } from "../../trpc.ts";

/** The flags of a request, if they have been read: a request without flags has an empty list. */
export type FlagState = readonly PayoutFlag[] | "checking" | "unread";

/** Loads the current flags of requests. @returns a function of the request's id */
export function usePayoutFlags(ids: readonly number[]): (id: number) => FlagState {
  const pages = Array.from({ length: Math.ceil(ids.length / MAX_FLAGGED) }, (_, page) =>
    ids.slice(page * MAX_FLAGGED, (page + 1) * MAX_FLAGGED),
  );
  const answers = trpc.useQueries((t) => pages.map((page) => t.admin.payouts.flags({ ids: page })));
  const states = new Map(
    answers.flatMap(({ data, isError }, page) => {
      const found = new Map(data?.map(({ id, flags }) => [id, flags]));
      const missing = data || isError ? "unread" : "checking";
      return pages[page]!.map((id): [number, FlagState] => [id, found.get(id) ?? missing]);
    }),
  );
  return (id) => states.get(id) ?? "checking";
}

/** Returns the words for a row, or `undefined` if its request has no flags. */
export function flagWords(state: FlagState): string | undefined {
  if (state === "checking") return "Checking for flags…";
  if (state === "unread") return "The flags could not be read";
  if (state.length === 0) return undefined;
  return state.map(({ code }) => flagLabels[code]).join(" · ");
}
