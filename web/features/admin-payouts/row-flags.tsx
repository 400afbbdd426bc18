import { createContext, use, type ReactNode } from "react";
import { flagLabels, type PayoutFlag } from "../../../src/business/payouts/flags.rule.ts";
import type { PayoutRow } from "../../../src/business/payouts/payout.schema.ts";
import { usePayoutFlags } from "../../payouts/use-payout-flags.ts";

/** The flags of the pending requests on a page, by their ids. */
const RowFlagsContext = createContext<ReadonlyMap<number, readonly PayoutFlag[]>>(new Map());

interface RowFlagsProps {
  rows: readonly PayoutRow[];
  children: ReactNode;
}

/** Loads the flags of the requests on a page; the page is shown without waiting for them. */
export function RowFlags({ rows, children }: RowFlagsProps) {
  const ids = rows.filter(({ status }) => status === "pending").map(({ id }) => id);
  return <RowFlagsContext value={usePayoutFlags(ids).flags}>{children}</RowFlagsContext>;
}

/** Returns the words of a row's marker; empty if it has none. */
export function useRowFlagWords({ id, status, exceedsBalance }: PayoutRow): string[] {
  const flags = use(RowFlagsContext).get(id);
  if (status !== "pending") return [];
  if (flags) return flags.map(({ code }) => flagLabels[code]);
  return exceedsBalance ? ["More than the current balance"] : [];
}
