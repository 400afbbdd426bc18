import { createContext, use, type ReactNode } from "react";
import type { PayoutRow } from "../../../src/business/money/payouts/payout.schema.ts";
import {
  type FlagState,
  flagWords,
  usePayoutFlags,
} from "../../domain/payouts/use-payout-flags.ts";

/** The flags of the pending requests on a page, by their ids. */
const RowFlagsContext = createContext<(id: number) => FlagState>(() => "checking");

interface RowFlagsProps {
  rows: readonly PayoutRow[];
  children: ReactNode;
}

/** Loads the flags of the requests on a page; the page is shown without waiting for them. */
export function RowFlags({ rows, children }: RowFlagsProps) {
  const ids = rows.filter(({ status }) => status === "pending").map(({ id }) => id);
  return <RowFlagsContext value={usePayoutFlags(ids)}>{children}</RowFlagsContext>;
}

/** What the marker of a row says; `undefined` if the row has no marker, because it has no flags or is decided. */
export interface RowMarker {
  icon: "alert" | "info" | "more";
  words: string;
}

export function useRowMarker({ id, status, exceedsBalance }: PayoutRow): RowMarker | undefined {
  const state = use(RowFlagsContext)(id);
  const words = flagWords(state);
  if (status !== "pending" || words === undefined) return undefined;
  if (typeof state !== "string") return { icon: "alert", words };
  // Known from the row itself.
  if (exceedsBalance) return { icon: "alert", words: `More than the current balance · ${words}` };
  return { icon: state === "checking" ? "more" : "info", words };
}
