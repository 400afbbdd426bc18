import { formatDecimal } from "../../platform/money/money.ts";
import { zoneClock } from "../../platform/time/local-time.rule.ts";

/** Formats an amount such as `1 021.06`: MetaTrader groups thousands with spaces. */
export function printAmount(cents: bigint): string {
  return formatDecimal(cents).replace(/\B(?=(\d{3})+(?!\d)(?=.*\.))/g, " ");
}

/** Returns a formatter of times such as `2026.01.05 07:12:30` on the platform's clock. */
export function timePrinter(timeZone: string): (instant: number) => string {
  const clock = zoneClock(timeZone);
  return (instant) =>
    new Date(instant + clock.offsetAt(instant))
      .toISOString()
      .slice(0, 19)
      .replace("T", " ")
      .replaceAll("-", ".");
}

export function escapeMarkup(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
