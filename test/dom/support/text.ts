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

/** Returns the text of an element as it is shown, with line breaks around blocks and between the items of a row. */
export function shownText(element: Element): string {
  return linesOf(element)
    .replaceAll(/[^\S\n\t]+/g, " ")
    .replaceAll(/ ?\n[ \n]*/g, "\n")
    .replaceAll(/^\n|\n$/g, "");
}

function linesOf(element: Element): string {
  const { display } = window.getComputedStyle(element);
  if (display === "none" || element.matches("style, script")) return "";
  const separates = /flex|grid|^table-row-group$/.test(display);
  const parts = [...element.childNodes].map((node) => {
    if (node.nodeType === Node.TEXT_NODE) return (node.textContent ?? "").replaceAll("\n", " ");
    if (!(node instanceof Element)) return "";
    const text = linesOf(node);
    return separates && text !== "" ? `\n${text}\n` : text;
  });
  const text = parts.join("");
  if (element.matches("br")) return "\n";
  if (display === "table-cell") return `${text}\t`;
  return /^(?:inline|contents)/.test(display) ? text : `\n${text}\n`;
}
