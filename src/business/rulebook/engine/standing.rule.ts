import type { Found } from "../kinds/conduct/parts/conduct-play.rule.ts";
import type { TradeBook } from "../kinds/conduct/parts/trade-book.rule.ts";

/**
 * Identifies a finding of a rule of conduct: what a waiver sets aside.
 * @param rule its kind and its position in the list of rules of conduct
 */
export function findingKey(
  { kind, index }: { kind: string; index: number },
  { positions }: Pick<Found, "positions">,
): string {
  return `${kind}/${index}/${positions[0]!}`;
}

/** Why a finding is never held against the trader, whatever its rule says; `null` if it is. */
export function softenedBy(
  { positions, isUnannounced }: Pick<Found, "positions" | "isUnannounced">,
  book: TradeBook,
): "unannounced" | "contested" | null {
  if (positions.some((position) => book.tradeOf(position).isContested)) return "contested";
  return isUnannounced ? "unannounced" : null;
}

/** Whether a finding counts, unless a person has waived it. */
export function isStanding(finding: Found, book: TradeBook): boolean {
  return softenedBy(finding, book) === null;
}
