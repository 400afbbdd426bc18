/** The address of the comparison: two users, and the end of the window. */
export interface ComparisonSearch {
  a?: number | undefined;
  b?: number | undefined;
  to?: string | undefined;
}

/** Reads the address, and leaves out what is not valid. */
export function readComparisonSearch(raw: Readonly<Record<string, unknown>>): ComparisonSearch {
  const { a, b, to } = raw;
  const isId = (value: unknown): value is number => Number.isInteger(value) && Number(value) > 0;
  const isDay = typeof to === "string" && /^\d{4}-\d\d-\d\d$/.test(to) && !isNaN(Date.parse(to));
  return { ...(isId(a) && { a }), ...(isId(b) && { b }), ...(isDay && { to }) };
}
