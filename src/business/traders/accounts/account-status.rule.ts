/** Administrators may change the status of an account to any of these at any time. */
export const accountStatuses = ["pending", "active", "under-review", "breached"] as const;

export type AccountStatus = (typeof accountStatuses)[number];
