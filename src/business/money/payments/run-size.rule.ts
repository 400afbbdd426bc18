/** The maximum number of payouts in a run, because all of its rows are locked, paid and mailed at once. */
export const MAX_RUN_SIZE = 500;
