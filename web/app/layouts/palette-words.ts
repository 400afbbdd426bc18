import { parseId } from "../../../src/platform/fields/id.rule.ts";

/** The texts by which a page or an action is found. */
interface Described {
  label: string;
  note?: string;
  /** Other words for it, which are not shown. */
  keywords?: string;
}

/** Whether a key opens or closes the palette: Ctrl+K or Cmd+K. */
export function isPaletteKey(
  event: Pick<KeyboardEvent, "ctrlKey" | "metaKey" | "altKey" | "shiftKey" | "key">,
): boolean {
  const isShortcut = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
  return isShortcut && event.key.toLowerCase() === "k";
}

/** Returns the id if the text refers to a payout request: `#17`, `payout 17`, `request #17`. */
export function payoutReference(text: string): number | undefined {
  const [, digits] = /^(?:#|(?:payout|request)\s*#?)\s*(\d+)$/i.exec(text) ?? [];
  return digits === undefined ? undefined : parseId(digits);
}

export function matchesLabel({ label }: Described, search: string): boolean {
  return matches(label, search);
}

/** Returns the first of the tasks that has every word of the search; `undefined` if none has. */
export function matchingTask(tasks: readonly string[], search: string): string | undefined {
  return search === "" ? undefined : tasks.find((task) => matches(task, search));
}

export function matchesDescription(
  { label, note = "", keywords = "" }: Described,
  search: string,
): boolean {
  return matches(`${label} ${note} ${keywords}`, search);
}

/** Returns whether each word of the search is the beginning of a word in the text. */
function matches(text: string, search: string): boolean {
  const words = wordsOf(text);
  return wordsOf(search).every((part) => words.some((word) => word.startsWith(part)));
}

const wordsOf = (text: string) => text.toLowerCase().split(/[\s-]+/);
