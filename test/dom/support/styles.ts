import type { Window } from "happy-dom";

/** How elements look that have the same tag, classes and ancestors. */
interface Look {
  id: number;
  /** The values of properties that were read, by what else they depend on. */
  values: Map<string, string>;
}

const looks = new Map<string, Look>();

/** What is known during a query, in which the document does not change. */
let query: { looks: Map<Element, Look>; isLoading: boolean } | undefined;

/**
 * Makes a window remember its styles. Comparing an element with all rules takes milliseconds, and queries, grids and
 * transitions ask for the styles of thousands: an element that looks like an earlier one, within ancestors that do, has
 * its style.
 */
export function rememberStyles(window: Window): void {
  const compute = window.getComputedStyle.bind(window);
  window.getComputedStyle = (element) => {
    const read = (name: string) => readStyle(element as unknown as Element, name, compute as never);
    return new Proxy({} as ReturnType<typeof compute>, {
      get: (_, name) => {
        if (typeof name === "symbol") return undefined;
        return name === "getPropertyValue" ? read : read(dashed(name));
      },
    });
  };
}

function readStyle(element: Element, name: string, compute: typeof getComputedStyle): string {
  const { values } = findLook(element);
  const key = `${name} ${stateOf(element, name)}`;
  const known = values.get(key);
  if (known !== undefined) return known;
  const value = compute(element).getPropertyValue(name);
  values.set(key, value);
  return value;
}

/** Runs a query, which asks for the styles of hundreds of elements. */
export function withKnownStyles<Result>(run: () => Result): Result {
  if (query) return run();
  query = { looks: new Map(), isLoading: isLoading() };
  try {
    return run();
  } finally {
    query = undefined;
  }
}

function findLook(element: Element): Look {
  const before = query?.looks.get(element);
  if (before) return before;
  const parent = element.parentElement && findLook(element.parentElement);
  const { display, visibility } = (element as HTMLElement).style;
  const own = [element.tagName, element.className, display, visibility];
  const states = [element.hasAttribute("hidden"), element.childNodes.length === 0];
  const key = [parent?.id ?? element.isConnected, ...own, ...states].join(" ");
  let look = looks.get(key);
  if (!look) {
    look = { id: looks.size, values: new Map() };
    looks.set(key, look);
  }
  query?.looks.set(element, look);
  return look;
}

/** A part that is loading hides others; what else is read may be set by the element itself. */
function stateOf(element: Element, name: string): string {
  if (name === "display" || name === "visibility") return String(query?.isLoading ?? isLoading());
  return element.getAttribute("style") ?? "";
}

function isLoading(): boolean {
  return document.body.querySelector("[aria-busy=true]") !== null;
}

/** @param name a property as scripts write it, such as `overflowY` */
function dashed(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
