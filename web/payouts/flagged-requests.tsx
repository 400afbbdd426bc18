import { Results } from "../bulk/bulk-results.tsx";
import { formatCountOf } from "../format/counts.ts";
import { flagWords, usePayoutFlags } from "./use-payout-flags.ts";

interface FlaggedRequestsProps {
  requests: readonly { id: number; name: string }[];
}

/** Lists the requests that have flags, and says how many could not be checked. Flags never prevent anything. */
export function FlaggedRequests({ requests }: FlaggedRequestsProps) {
  const flagsOf = usePayoutFlags(requests.map(({ id }) => id));
  const rows = requests.map(({ id, name }) => ({ id, name, state: flagsOf(id) }));
  const flagged = rows.flatMap(({ id, name, state }) => {
    const words = typeof state === "string" ? undefined : flagWords(state);
    return words === undefined ? [] : [{ id, name, words }];
  });
  const count = (wanted: string) => rows.filter(({ state }) => state === wanted).length;
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
        {checking + unread + flagged.length === 0 && rows.length > 0 ? <p>No flags.</p> : null}
      </div>
    </>
  );
}
