export type Text = string | RegExp;

/** Returns the text of an element as it is compared: without repeated and outer spaces. */
export function textOf(element: Element): string {
  return normalize(element.textContent ?? "");
}

function normalize(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

/** Returns whether a text contains another in any case, or equals it if `exact`. */
export function matches(text: string, searched: Text, exact = false): boolean {
  if (searched instanceof RegExp) return searched.test(normalize(text));
  if (exact) return normalize(text) === normalize(searched);
  return normalize(text).toLowerCase().includes(normalize(searched).toLowerCase());
}

/** Lists the innermost elements within `element` that have the text. */
export function findByText(element: Element, text: Text, exact: boolean): HTMLElement[] {
  return [...element.children].flatMap((child) => {
    if (child.matches("style, script")) return [];
    // An element contains the texts of its children.
    if (typeof text === "string" && !matches(textOf(child), text)) return [];
    const inner = findByText(child, text, exact);
    if (inner.length > 0) return inner;
    return matches(textOf(child), text, exact) ? [child as HTMLElement] : [];
  });
}
