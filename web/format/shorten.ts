const LONGEST = 200;

/**
 * Shortens a user's text for a table cell. A browser needs seconds to break a long word of stacked
 * combining marks into lines; dialogs show the whole text.
 */
export function shorten(text: string): string {
  if (text.length <= LONGEST) return text;
  return `${text.slice(0, LONGEST).replace(/[\uD800-\uDBFF]$/, "")}…`;
}
