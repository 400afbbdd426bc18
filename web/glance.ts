const LONGEST = 200;

/**
 * What stands in a list of a text that a stranger may have made as long as he could: browsers take
 * seconds to break a long word of stacked marks into lines. The whole stands where one thing is shown.
 */
export function glanceStyles(text: string): string {
  if (text.length <= LONGEST) return text;
  return `${text.slice(0, LONGEST).replace(/[\uD800-\uDBFF]$/, "")}…`;
}
