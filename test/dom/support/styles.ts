interface Shown {
  id: number;
  display: string;
  visibility: string;
  getPropertyValue: (name: "display" | "visibility") => string;
}

/** The styles of the elements of each kind. */
const known = new Map<string, Shown>();

/**
 * Runs a query, which asks for the styles of hundreds of elements. Comparing each with all rules would take most of a
 * test's time, so an element that looks like an earlier one, within ancestors that do, is shown like it; what was hidden
 * is computed again.
 */
export function withKnownStyles<Result>(query: () => Result): Result {
  const { getComputedStyle } = window;
  const seen = new Map<Element, Shown>();
  // A part that is loading hides others.
  const isLoading = document.querySelector("[aria-busy=true]") !== null;

  function find(element: Element): Shown {
    const before = seen.get(element);
    if (before) return before;
    const parent = element.parentElement && find(element.parentElement);
    const { display, visibility } = (element as HTMLElement).style;
    const looks = [element.tagName, element.className, display, visibility];
    const states = [element.hasAttribute("hidden"), element.childNodes.length === 0];
    const key = [parent?.id ?? isLoading, ...looks, ...states].join(" ");
    const style = known.get(key) ?? compute(element, key);
    seen.set(element, style);
    return style;
  }

  function compute(element: Element, key: string): Shown {
    const { display, visibility } = getComputedStyle.call(window, element);
    const values = { display, visibility };
    const getPropertyValue = (name: keyof typeof values) => values[name];
    const style = { id: known.size, ...values, getPropertyValue };
    known.set(key, style);
    return style;
  }

  window.getComputedStyle = find as unknown as typeof getComputedStyle;
  try {
    return query();
  } finally {
    window.getComputedStyle = getComputedStyle;
  }
}
