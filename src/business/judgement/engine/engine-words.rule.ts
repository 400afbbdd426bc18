/**
 * Formats a time for a sentence: `2026-03-02 10:00:00 UTC`, with milliseconds unless they are zero.
 * @param time milliseconds since 1970 UTC, or the text in a verdict
 */
export function timeInWords(time: number | string): string {
  const text = instantText(time);
  return `${text.slice(0, 10)} ${text.slice(11, -1).replace(".000", "")} UTC`;
}

/** Formats a time as in a verdict. */
export function instantText(time: number | string): string {
  return new Date(time).toISOString();
}

/** Formats a count for a sentence: `1 day`, `4 days`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
