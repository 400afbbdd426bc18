/** The life of a trading account. Administrators may set any of them at any time. */
export const accountStatuses = ["pending", "active", "under-review", "breached"] as const;

export type AccountStatus = (typeof accountStatuses)[number];
