export const payoutStatuses = ["pending", "approved", "rejected"] as const;
export type PayoutStatus = (typeof payoutStatuses)[number];

export const decisions = ["approved", "rejected"] as const;
export type Decision = (typeof decisions)[number];

/** A decision can be reversed any number of times, but not repeated. */
export function canDecide(current: PayoutStatus, decision: Decision): boolean {
  return current !== decision;
}
