import type { PayoutRow } from "../../../src/business/money/payouts/payout.schema.ts";
import { formatMoney } from "../../../src/platform/money/money.ts";
import { Results } from "../../table/bulk/bulk-results.tsx";
import { formatCountOf } from "../format/counts.ts";
import { displayName } from "../format/display-name.ts";
import { flagWords, usePayoutFlags } from "./use-payout-flags.ts";

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
