import { userEvent, type UserEvent } from "@testing-library/user-event";
import type { Browser as Caller } from "../../support/http.ts";
import { keysOf } from "./keys.ts";
import { Locator } from "./locator.ts";
import { matchesAddress, type RouteHandler, Routes } from "./routes.ts";
import { leaveScreen, openScreen } from "./screen.tsx";
import { until } from "./until.ts";

/** The page of one user. Only one page is open at a time: opening another leaves it. */
export class Page extends Locator {
  /** Calls the API with the cookies of the page. */
  readonly caller: Caller;
  readonly #routes: Routes;
  readonly #user: UserEvent;

  constructor(caller: Caller, report: (trouble: string) => void) {
    // Layout decides what the pointer can reach, so user-event cannot know it.
    const user = userEvent.setup({ document, delay: null, pointerEventsCheck: 0 });
    super(
      () => [document.body],
      "page",
      () => user,
    );
    this.caller = caller;
    this.#user = user;
    this.#routes = new Routes(caller, report);
  }

  /** Loads an address like a browser: what an earlier page has loaded is forgotten. */
  async goto(address: string): Promise<void> {
    await leaveScreen();
    globalThis.fetch = (input, init) => this.#routes.fetch(input, init);
    window.history.pushState(null, "", address);
    openScreen();
  }

  reload(): Promise<void> {
    return this.goto(window.location.href);
  }

  async goBack(): Promise<void> {
    window.history.back();
  }

  async goForward(): Promise<void> {
    window.history.forward();
  }

  url(): string {
    return window.location.href;
  }

  async title(): Promise<string> {
    return document.title;
  }

  /** Returns everything that the page contains. */
  async content(): Promise<string> {
    return document.documentElement.outerHTML;
  }

  async waitForURL(expected: string | RegExp | ((url: URL) => boolean)): Promise<void> {
    await until(`the address ${String(expected)}`, () => {
      const url = new URL(window.location.href);
      return typeof expected === "function" ? expected(url) : matchesAddress(expected, url);
    });
  }

  readonly keyboard = {
    press: (key: string): Promise<void> => this.#user.keyboard(keysOf(key)),
    type: (text: string): Promise<void> => this.#user.keyboard(text.replaceAll(/[{[]/g, "$&$&")),
  };

  /** Answers the requests to an address; `unroute` ends it. */
  async route(pattern: string | RegExp, handle: RouteHandler): Promise<void> {
    this.#routes.add(pattern, handle);
  }

  async unroute(pattern: string | RegExp): Promise<void> {
    this.#routes.remove(pattern);
  }

  async unrouteAll(): Promise<void> {
    this.#routes.remove();
  }
}
