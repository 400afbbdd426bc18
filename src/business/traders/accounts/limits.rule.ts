import { parseCents } from "../../../platform/money/money.ts";

/**
 * Parses a limit or a target, which administrators enter as free text: `5%`, `$2,500`, `10% / $1000`. If the text
 * contains an amount, a percentage is ignored. A percentage refers to the starting balance, which is the current
 * balance minus the profit.
 * @returns cents, or `null` if the text contains neither an amount nor a percentage
 */
export function parseLimit(
  text: string | null,
  account: { balance: string; profitLoss: string },
): bigint | null {
  const parts = (text ?? "").split("/").map((part) => part.trim());
  const amounts = parts.map(parseAmount).filter((amount) => amount !== null);
  if (amounts[0] !== undefined) return amounts[0];
  const percents = parts.map(parseBasisPoints).filter((percent) => percent !== null);
  if (percents[0] === undefined) return null;
  const start = (parseCents(account.balance) ?? 0n) - (parseCents(account.profitLoss) ?? 0n);
  return (start * percents[0]) / 10_000n;
}

function parseAmount(text: string): bigint | null {
  if (!/^\$?\s?(\d+|\d{1,3}(,\d{3})+)(\.\d{1,2})?$/.test(text)) return null;
  return parseCents(text.replace(/[$,\s]/g, ""));
}

/** Parses a percentage into basis points: `8%` is 800, `7.5%` is 750. */
function parseBasisPoints(text: string): bigint | null {
  const match = /^(\d{1,6}(?:\.\d{1,2})?)\s?%$/.exec(text);
  return match ? parseCents(match[1]!) : null;
}
