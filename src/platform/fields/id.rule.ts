/** The largest id that fits into a PostgreSQL `int` column. */
export const MAX_ID = 2_147_483_647;

export function isId(value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= MAX_ID;
}

/** Parses an id in a URL: decimal digits without leading zeros. Returns `undefined` if the text is not an id. */
export function parseId(text: string): number | undefined {
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0;
  return isId(id) ? id : undefined;
}

/** Returns whether a number is an id of a PostgreSQL `bigint` column that JavaScript represents exactly. */
export function isLongId(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 1;
}
