/** Compares by UTF-16 code units, so that an order is the same on every machine. For `toSorted`. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
