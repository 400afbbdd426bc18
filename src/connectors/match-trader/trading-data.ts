/** The path of the calls that read records. */
export const tradingData = "/v1/trading-accounts/trading-data";

/** By default, the platform leaves out accounts that may not trade, such as those of a breach. */
export const allRights = [
  "FULL",
  "CLOSE_ONLY",
  "TRADING_DISABLED",
  "TRADING_AND_LOGIN_DISABLED",
  "LOCKED_CLOSE_ONLY",
];
