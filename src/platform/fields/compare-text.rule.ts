/** Compares by UTF-16 code units, so that `toSorted` returns the same order on every machine. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
