/**
 * Returns a function that says whether a symbol is one of a list. Symbols are compared without case, and a `*` at the end
 * of a pattern matches any ending.
 */
export function symbolMatcher(patterns: readonly string[]): (symbol: string) => boolean {
  const upper = patterns.map((pattern) => pattern.toUpperCase());
  const exact = new Set(upper.filter((pattern) => !pattern.endsWith("*")));
  const beginnings = upper
    .filter((pattern) => pattern.endsWith("*"))
    .map((pattern) => pattern.slice(0, -1));
  const known = new Map<string, boolean>();
  return (symbol) => {
    const remembered = known.get(symbol);
    if (remembered !== undefined) return remembered;
    const text = symbol.toUpperCase();
    const matches = exact.has(text) || beginnings.some((start) => text.startsWith(start));
    known.set(symbol, matches);
    return matches;
  };
}
