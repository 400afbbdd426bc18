import { flagLabels } from "../../../src/business/payouts/flags.rule.ts";
import type { PayoutRow } from "../../../src/business/payouts/payout.schema.ts";
import { Results } from "../../bulk/bulk-results.tsx";
import { formatCountOf } from "../../format/counts.ts";
import { usePayoutFlags } from "../../payouts/use-payout-flags.ts";

interface FlaggedRequestsProps {
  payouts: readonly PayoutRow[];
  nameOf: (payout: PayoutRow) => string;
}

/** Lists the requests of a bulk approval that have flags. Flags never prevent it. */
export function FlaggedRequests({ payouts, nameOf }: FlaggedRequestsProps) {
  const { flags, hasFailed } = usePayoutFlags(payouts.map(({ id }) => id));
  const flagged = payouts.flatMap((payout) => {
    const words = (flags.get(payout.id) ?? []).map(({ code }) => flagLabels[code]);
    if (words.length === 0) return [];
    return [{ id: payout.id, name: nameOf(payout), words: words.join(" · ") }];
  });
  const unread = payouts.length - flags.size;
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
      {unread > 0 ? (
        <p role="status">
          {hasFailed
            ? `Failed to read the flags of ${formatCountOf(unread, "request")}.`
            : `Checking ${formatCountOf(unread, "request")} for flags…`}
        </p>
      ) : null}
    </>
  );
}
