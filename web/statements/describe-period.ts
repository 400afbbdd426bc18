import { format } from "date-fns";
import type { Statement } from "../../src/business/statements/statement.schema.ts";
import { formatDay } from "../format/dates.ts";

/** `Jan 05 – Feb 13, 2026`, or one day; the year of the first day only if it is another one. */
export function describePeriod({ from, to }: Pick<Statement, "from" | "to">): string {
  if (!from || !to) return "No records";
  const [first, last] = [formatDay(from), formatDay(to)];
  if (first === last) return first;
  const isOneYear = from.getFullYear() === to.getFullYear();
  return `${isOneYear ? format(from, "MMM dd") : first} – ${last}`;
}
