import { format } from "date-fns";
import { DAY } from "../../../src/platform/time/durations.rule.ts";

/**
 * Formats the labels of a time axis in the viewer's time zone.
 * @param step milliseconds between two ticks
 */
export function formatTimeTicks(times: readonly number[], step: number): string[] {
  return times.map((time) => {
    const date = new Date(time);
    const isMidnight = date.getHours() === 0 && date.getMinutes() === 0;
    if (step < DAY && !isMidnight) return format(date, "HH:mm");
    if (step < 28 * DAY) return format(date, "MMM d");
    return format(date, date.getMonth() === 0 ? "yyyy" : "MMM");
  });
}

/** Formats the labels of an axis. @param step the distance between two ticks */
export type FormatTicks = (values: readonly number[], step: number) => string[];

/** Formats the labels of an axis of dollars: `$104k`, `$104.5k`, `$9,500`; zero is always `$0`. */
const formatDollarTicks: FormatTicks = (values, step) => formatShort(values, step, "$");

/** Formats the labels of an axis in another currency, whose code would be too long: `104k`. */
const formatAmountTicks: FormatTicks = (values, step) => formatShort(values, step, "");

/** Returns the same function for each currency, because another one makes a chart draw itself again. */
export function moneyTicksIn(currency: string): FormatTicks {
  return currency === "USD" ? formatDollarTicks : formatAmountTicks;
}

function formatShort(values: readonly number[], step: number, symbol: string): string[] {
  const largest = Math.max(...values.map(Math.abs));
  const [unit, suffix] =
    largest >= 10_000_000 ? [1_000_000, "M"] : largest >= 10_000 ? [1000, "k"] : [1, ""];
  const decimals = [0, 1, 2].find((digits) => isWhole((step / unit) * 10 ** digits));
  const [scale, end, digits] = decimals === undefined ? [1, "", 0] : [unit, suffix, decimals];
  return values.map((value) => {
    if (value === 0) return `${symbol}0`;
    const text = Math.abs(value / scale).toLocaleString("en-US", {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
    return `${value < 0 ? "-" : ""}${symbol}${text}${end}`;
  });
}

/** Formats the labels of an axis of counts, which are whole numbers: `40`, `1,200`. */
export function formatCountTicks(values: readonly number[]): string[] {
  return values.map((value) => (isWhole(value) ? value.toLocaleString("en-US") : ""));
}

function isWhole(value: number): boolean {
  return Math.abs(value - Math.round(value)) < 1e-9;
}
