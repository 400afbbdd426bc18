/** What the codes of the Web API mean, as administrators read them. */
const words: Record<number, string> = {
  2: "The request failed",
  3: "The parameters are wrong",
  4: "The data is wrong",
  5: "The disk of the server failed",
  6: "The memory of the server is exhausted",
  7: "The network of the server failed",
  8: "The manager account lacks the permission",
  9: "The server took too long",
  10: "The server has no connection",
  11: "The service is not available",
  12: "The server received too many requests",
  13: "The platform does not know this account or ticket",
  14: "The answer is incomplete",
  15: "The server is stopping",
  16: "The request was cancelled",
  1000: "The type of the manager account is wrong",
  1001: "The login or password of the manager account is wrong",
  1002: "The manager account is disabled",
  1011: "The account is not a manager account",
  1012: "This machine's address is not allowed for the manager account",
  1018: "The server is busy",
  1020: "The manager account is unknown",
  3002: "The platform has no free login",
  3004: "The login already exists",
  3006: "The password is too weak",
  4005: "The balance change is too large",
  10006: "The request was rejected",
  10007: "The request was cancelled",
  10013: "The request is invalid",
  10014: "The volume is invalid",
  10015: "The price is invalid",
  10016: "The stops are invalid",
  10017: "Trading is disabled",
  10018: "The market is closed",
  10019: "There is not enough money",
  10020: "The price has changed",
  10021: "There are no prices",
  10024: "There are too many trade requests",
  10036: "The position is already closed",
};

/** Returns a value of an answer as text; values are text, but numbers are taken, too. */
export const asText = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value).trim() : "";

/** Returns the number of a code such as `0 Done`; `null` if the text has none. */
export function readRetcode(text: unknown): number | null {
  const [, digits] = /^(\d+)/.exec(asText(text)) ?? [];
  return digits === undefined ? null : Number(digits);
}

/** Describes a code, as in `The market is closed (10018)`. */
export function describeRetcode(code: number, stated = ""): string {
  const own = stated.replace(/^\s*\d+\s*/, "").trim();
  return `${words[code] ?? (own === "" ? "The platform refused the request" : own)} (${code})`;
}

/** The request was not taken on, and may be sent again later. */
export const isTooMany = (code: number): boolean => code === 12 || code === 10024;

/** Nothing has answered that could know. */
export const isUnavailable = (code: number): boolean => [7, 9, 10, 11, 15, 16, 1018].includes(code);

/** The session is not signed in any more. */
export const isSignedOut = (code: number): boolean => code >= 1000 && code <= 1034 && code !== 1018;
