export const payoutStatuses = ["pending", "approved", "rejected"] as const;
export type PayoutStatus = (typeof payoutStatuses)[number];

export const decisions = ["approved", "rejected"] as const;
export type Decision = (typeof decisions)[number];

/** A decision may be reversed as often as needed, but one that changes nothing is refused. */
export function canDecide(present: PayoutStatus, decision: Decision): boolean {
  return present !== decision;
}
