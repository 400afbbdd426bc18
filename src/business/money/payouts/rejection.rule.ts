interface RejectionFacts {
  /** The payment run that pays, or has paid, the request; `null` if there is none. */
  runId: number | null;
  isPaid: boolean;
}

/** Returns why a request cannot be rejected: its payment is under way or complete. `undefined` if it can. */
export function rejectionRefusal({ runId, isPaid }: RejectionFacts): string | undefined {
  if (runId === null) return undefined;
  return isPaid
    ? `This payout request was paid in payment run #${runId}. Reverse the payment before rejecting it.`
    : `This payout request is in payment run #${runId}. Remove it from the run before rejecting it.`;
}
