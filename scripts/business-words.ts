/** Nouns of the business, in lower case and singular, which `src/platform` must not name. */
const businessWords = [
  "bank",
  "brand",
  "breach",
  "certificate",
  "deal",
  "drawdown",
  "equity",
  "iban",
  "master password",
  "objective",
  "passkey",
  "payee",
  "payment",
  "payout",
  "programme",
  "review",
  "rule set",
  "second factor",
  "stage",
  "statement",
  "totp",
  "trader",
  "trading",
  "verdict",
  "webhook",
];

interface Exception {
  path: RegExp;
  word: string;
  why: string;
}

export const exceptions: Exception[] = [
  { path: /^database\/|^lists\//, word: "statement", why: "a statement of SQL" },
  { path: /^config\/config\.ts$/, word: "webhook", why: "a documented environment variable" },
  { path: /^database\/orm\.ts$/, word: "webhook", why: "a view for earlier releases" },
  { path: /^backup\/archive\.ts$/, word: "certificate", why: "a folder of existing data" },
  { path: /^storage\/storage\.ts$/, word: "statement", why: "a suffix of stored files" },
];

const pattern = new RegExp(`\\b(${businessWords.join("|")})s?\\b`, "g");

/** Returns the words in a line of code, comment or path: `traderId`, `TRADER_ID` and `trader-id` name a trader. */
export function businessWordsIn(line: string): string[] {
  const words = line.replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2").replaceAll(/[_-]/g, " ");
  return [...words.toLowerCase().matchAll(pattern)].map(([, word]) => word!);
}
