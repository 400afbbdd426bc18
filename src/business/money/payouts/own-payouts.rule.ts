/** The maximum number of a trader's own requests in one response. */
export const OWN_PAYOUTS_LIMIT = 1000;
