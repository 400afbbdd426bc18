import { format } from "date-fns";
import type { Statement } from "../../../src/business/trading/statements/statement.schema.ts";
import { formatDay } from "../format/dates.ts";

/** Formats a period: `Jan 05 – Feb 13, 2026`, or a single day. The first day only has a year if it differs. */
export function describePeriod({ from, to }: Pick<Statement, "from" | "to">): string {
  if (!from || !to) return "No records";
  const [first, last] = [formatDay(from), formatDay(to)];
  if (first === last) return first;
  const isOneYear = from.getFullYear() === to.getFullYear();
  return `${isOneYear ? format(from, "MMM dd") : first} – ${last}`;
}
