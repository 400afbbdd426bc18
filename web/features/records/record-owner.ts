/** Whose trading record is shown: the signed-in trader's own, or that of a trader opened by an administrator. */
export type RecordOwner = "own" | { userId: number };

/** Returns the URL of the trades as CSV. */
export function tradesCsvUrl(
  source: RecordOwner,
  { stage, symbol }: { stage: number; symbol: string | undefined },
): string {
  const path =
    source === "own" ? "/api/user/trades.csv" : `/api/admin/user/${source.userId}/trades.csv`;
  const query = new URLSearchParams({ stage: String(stage), ...(symbol ? { symbol } : {}) });
  return `${path}?${query.toString()}`;
}
