export const notEligibleMessage = "Your account is not currently eligible for payouts.";

/** The firm enables payouts for each account by hand; a status or a profit alone does not. */
export function canRequestPayout(account: { payoutEnabled: boolean }): boolean {
  return account.payoutEnabled;
}
