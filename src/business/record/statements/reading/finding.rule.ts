import { formatDecimal, groupDigits } from "../../../../platform/money/money.ts";
import type { FindingCode } from "../statement.rule.ts";
import type { StatementFinding } from "./statement.ts";

/** Formats cents for a sentence: `1,234.50`, without the currency, which the file may not state. */
export const sayAmount = (cents: bigint) => groupDigits(formatDecimal(cents));

/** Says how many further findings are not listed, if there are any. @param code that of the first of them */
export function notListed(code: FindingCode | undefined, count: number): StatementFinding[] {
  if (code === undefined || count === 0) return [];
  const message =
    count === 1
      ? "1 more finding like those above is not listed."
      : `${count.toLocaleString("en-US")} more findings like those above are not listed.`;
  return [{ code, message, row: null, expected: null, actual: null }];
}

/** Says that the file states something else than one currency. @param currency the one that counts nevertheless */
export function unreadableCurrency(text: string, currency: string | null = null): StatementFinding {
  return {
    code: "unreadable_currency",
    message: `The currency of the file cannot be read from "${text}". Its amounts count in ${currency ?? "the currency of the stage"}.`,
    row: null,
    expected: currency,
    actual: text,
  };
}
