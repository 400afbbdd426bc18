/** What trades can be sorted by; an open trade has the latest closing time. */
export const tradeSorts = ["id", "openTime", "closeTime", "symbol", "volume", "net"] as const;
