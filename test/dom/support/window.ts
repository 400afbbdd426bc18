import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Window } from "happy-dom";
import { fillPage } from "../../../vite/page.ts";
import { rememberStyles } from "./styles.ts";

/** What Node has as well, but a page needs in its own way. */
const replaced = [
  "navigator",
  "localStorage",
  "sessionStorage",
  "addEventListener",
  "removeEventListener",
  "dispatchEvent",
  "Event",
  "EventTarget",
  "CustomEvent",
];

/**
 * Runs before a test file is imported. Makes this process the window of a browser: adds what a page finds in its global
 * scope, and keeps what Node has, such as timers and `URL`, because the server runs in the same process.
 */
function openWindow(): void {
  const window = new Window({
    url: "http://127.0.0.1:3000",
    width: 1280,
    height: 720,
    settings: {
      device: { prefersColorScheme: "light", prefersReducedMotion: "reduce" },
      navigator: { userAgent: "Mozilla/5.0 (X11; Linux x64) Chrome/153.0.0.0 Safari/537.36" },
    },
  });
  rememberStyles(window);
  for (const name of namesOf(window)) {
    if (name in globalThis && !replaced.includes(name)) continue;
    const value: unknown = Reflect.get(window, name);
    const isFunction = typeof value === "function" && !/^[A-Z]/.test(name);
    Object.defineProperty(globalThis, name, {
      configurable: true,
      writable: true,
      value: isFunction ? (value.bind(window) as unknown) : value,
    });
  }
  Object.assign(globalThis, { window, EventSource: SilentStream, Path2D: blankSheet });
  measureLikeAWindow(window);
  acceptDrawings(window);
  describeSelects(window);
  document.head.innerHTML = readMetadata();
  document.body.innerHTML = '<div id="root"></div>';
}

function namesOf(object: object | null): string[] {
  if (object === null || object === Object.prototype) return [];
  return [...Object.getOwnPropertyNames(object), ...namesOf(Reflect.getPrototypeOf(object))];
}

/** Without layout, everything has the size of the window: grids then render all of their rows and columns. */
function measureLikeAWindow({ HTMLElement }: Window): void {
  const sizes = { Width: 1280, Height: 720 };
  for (const [side, size] of Object.entries(sizes)) {
    for (const box of ["client", "offset", "scroll"])
      Object.defineProperty(HTMLElement.prototype, box + side, { get: () => size });
  }
}

/**
 * Charts draw on canvases, of which happy-dom has no contexts. What they draw is dropped: tests read the table of a chart,
 * and `browser` has its picture.
 */
function acceptDrawings({ HTMLCanvasElement }: Window): void {
  Object.assign(HTMLCanvasElement.prototype, {
    getContext: (type: string) => (type === "2d" ? blankSheet : null),
  });
}

/** Has every method that drawing needs, without any effect; constructs itself, as an outline. */
const blankSheet: object = new Proxy(function () {}, {
  get: () => () => {},
  construct: () => blankSheet,
});

/** Adds what happy-dom lacks and react-hook-form compares to find fields that were edited before it started. */
function describeSelects({ HTMLOptionElement, HTMLSelectElement }: Window): void {
  Object.defineProperty(HTMLSelectElement.prototype, "size", {
    get(this: Element) {
      return Number(this.getAttribute("size"));
    },
  });
  Object.defineProperty(HTMLOptionElement.prototype, "defaultSelected", {
    get(this: Element) {
      return this.hasAttribute("selected");
    },
  });
}

/** Returns the metadata of the page as the server sends it, without a session, which the client then requests. */
function readMetadata(): string {
  const page = readFileSync(join(import.meta.dirname, "../../../web/index.html"), "utf8");
  return fillPage(page)
    .match(/<meta[^>]*>/g)!
    .join("");
}

/** A stream that does not connect, as behind a proxy that holds it back: pages then poll. */
class SilentStream extends EventTarget {
  static readonly CLOSED = 2;
  readonly readyState = 0;
  close(): void {}
}

// Files that run in the same worker share the window, as they share the modules.
if (!("window" in globalThis)) openWindow();
