const LONGEST = 200;

/**
 * Shortens user input for a table cell. Browsers take seconds to break a long word of stacked combining marks into
 * lines; dialogs show the whole text.
 */
export function shorten(text: string): string {
  if (text.length <= LONGEST) return text;
  return `${text.slice(0, LONGEST).replace(/[\uD800-\uDBFF]$/, "")}…`;
}
