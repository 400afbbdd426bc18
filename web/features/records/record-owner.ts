/** Whose trading record is shown: the signed-in trader's own, or the one that an administrator opened. */
export type RecordOwner = "own" | { userId: number };

/** The address of the trades as CSV. */
export function tradesCsvUrl(
  source: RecordOwner,
  { stage, symbol }: { stage: number; symbol: string | undefined },
): string {
  const path =
    source === "own" ? "/api/user/trades.csv" : `/api/admin/user/${source.userId}/trades.csv`;
  const query = new URLSearchParams({ stage: String(stage), ...(symbol ? { symbol } : {}) });
  return `${path}?${query.toString()}`;
}
