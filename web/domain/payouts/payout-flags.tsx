import {
  flagLabels,
  MAX_FLAGGED,
  type PayoutFlag,
} from "../../../src/business/money/payouts/flags.rule.ts";
import { trpc } from "../../trpc.ts";
import type { PayoutRow } from "../../../src/business/money/payouts/payout.schema.ts";
import { formatMoney } from "../../../src/platform/money/money.ts";
import { Results } from "../../table/bulk/bulk-results.tsx";
import { formatCountOf } from "../format/figures.ts";
import { displayName } from "../format/texts.tsx";

/** The flags of a request, if they have been read: a request without flags has an empty list. */
export type FlagState = readonly PayoutFlag[] | "checking" | "unread";

/** Loads the current flags of requests. @returns a function of the request's id */
export function usePayoutFlags(ids: readonly number[]): (id: number) => FlagState {
  const pages = Array.from({ length: Math.ceil(ids.length / MAX_FLAGGED) }, (_, page) =>
    ids.slice(page * MAX_FLAGGED, (page + 1) * MAX_FLAGGED),
  );
  const answers = trpc.useQueries((t) => pages.map((page) => t.admin.payouts.flags({ ids: page })));
  const states = new Map(
    answers.flatMap(({ data, isLoadingError }, page) => {
      const found = new Map(data?.map(({ id, flags }) => [id, flags]));
      const missing = data || isLoadingError ? "unread" : "checking";
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

type NamedRequest = Pick<PayoutRow, "id" | "user" | "amount" | "currency">;

/** `#7 Olivia Bennett, $100.00` */
export function nameOfRequest({ id, user, amount, currency }: NamedRequest): string {
  return `#${id} ${displayName(user)}, ${formatMoney(amount, currency)}`;
}

/** Lists the requests that have flags, and says how many could not be checked. Flags never prevent anything. */
export function FlaggedRequests({ requests }: { requests: readonly NamedRequest[] }) {
  const flagsOf = usePayoutFlags(requests.map(({ id }) => id));
  const flagged = requests.flatMap((request) => {
    const state = flagsOf(request.id);
    const words = typeof state === "string" ? undefined : flagWords(state);
    return words === undefined ? [] : [{ id: request.id, name: nameOfRequest(request), words }];
  });
  const count = (wanted: string) => requests.filter(({ id }) => flagsOf(id) === wanted).length;
  const [checking, unread] = [count("checking"), count("unread")];
  return (
    <>
      {flagged.length > 0 ? (
        <>
          <p>
            <strong>{formatCountOf(flagged.length, "request")}</strong> with flags:
          </p>
          <Results label="Flagged requests" results={flagged} />
        </>
      ) : null}
      <div role="status">
        {checking > 0 ? <p>{`Checking ${formatCountOf(checking, "request")} for flags…`}</p> : null}
        {unread > 0 ? (
          <p>
            <strong>{`The flags of ${formatCountOf(unread, "request")} could not be read.`}</strong>
          </p>
        ) : null}
        {checking + unread + flagged.length === 0 && requests.length > 0 ? <p>No flags.</p> : null}
      </div>
    </>
  );
}
