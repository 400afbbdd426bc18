import type { Browser as Caller } from "../../support/http.ts";

/** A request of the page, which a test may answer itself. */
export interface Route {
  request: () => { url: () => string; method: () => string; postData: () => string | null };
  fulfill: (answer: Answer) => Promise<void>;
  /** Fails like a connection that breaks. */
  abort: () => Promise<void>;
  /** Passes the request to the server. */
  continue: () => Promise<void>;
}

export interface Answer {
  status?: number;
  body?: string;
  contentType?: string;
  headers?: Record<string, string>;
}

export type RouteHandler = (route: Route) => unknown;

interface Rule {
  pattern: string | RegExp;
  handle: RouteHandler;
}

/** Answers the requests of a page by the app in this process, with the cookies of its user. */
export class Routes {
  readonly #caller: Caller;
  readonly #report: (trouble: string) => void;
  #rules: Rule[] = [];

  constructor(caller: Caller, report: (trouble: string) => void) {
    this.#caller = caller;
    this.#report = report;
  }

  /** The latest rule that matches answers. @param pattern a path or URL, in which `*` stands for any characters */
  add(pattern: string | RegExp, handle: RouteHandler): void {
    this.#rules.unshift({ pattern, handle });
  }

  /** @param pattern all by default */
  remove(pattern?: string | RegExp): void {
    this.#rules = this.#rules.filter((rule) => pattern !== undefined && rule.pattern !== pattern);
  }

  async fetch(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
    const url = new URL(input instanceof Request ? input.url : input, window.location.href);
    const response = await untilAborted(this.#answer(url, init), init.signal);
    if (response.status >= 500) this.#report(`${response.status} for ${url.href}`);
    return response;
  }

  async #answer(url: URL, init: RequestInit): Promise<Response> {
    const rule = this.#rules.find(({ pattern }) => matchesAddress(pattern, url));
    if (!rule) return this.#ask(url, init);
    return new Promise((resolve, reject) => {
      const passOn = () => this.#ask(url, init).then(resolve, reject);
      void rule.handle({
        request: () => ({
          url: () => url.href,
          method: () => init.method ?? "GET",
          postData: () => (typeof init.body === "string" ? init.body : null),
        }),
        fulfill: async ({ status = 200, body = "", contentType, headers }) =>
          resolve(
            new Response(body, {
              status,
              headers: { ...headers, ...(contentType && { "content-type": contentType }) },
            }),
          ),
        abort: async () => reject(new TypeError("Failed to fetch")),
        continue: passOn,
      });
    });
  }

  async #ask(url: URL, { method = "GET", headers, body }: RequestInit): Promise<Response> {
    const answer = await this.#caller.send({
      method,
      url: url.pathname + url.search,
      headers: {
        origin: window.location.origin,
        "sec-fetch-site": "same-origin",
        "user-agent": navigator.userAgent,
        ...Object.fromEntries(new Headers(headers)),
      },
      ...(typeof body === "string" && { payload: body }),
    });
    const hasBody = answer.statusCode !== 204 && answer.statusCode !== 304;
    return new Response(hasBody ? new Uint8Array(answer.rawPayload) : null, {
      status: answer.statusCode,
      headers: Object.entries(answer.headers).flatMap(([name, value]) =>
        [value ?? []].flat().map((one): [string, string] => [name, String(one)]),
      ),
    });
  }
}

/** Rejects as soon as the request is aborted, like `fetch`. */
function untilAborted<Value>(
  pending: Promise<Value>,
  signal: AbortSignal | null | undefined,
): Promise<Value> {
  if (!signal) return pending;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    pending.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}

/** Returns whether an address matches a pattern of Playwright: a path, a URL with `*`, or a regular expression. */
export function matchesAddress(pattern: string | RegExp, url: URL): boolean {
  if (pattern instanceof RegExp) return pattern.test(url.href);
  const absolute = pattern.startsWith("/") ? url.origin + pattern : pattern;
  const parts = absolute
    .split(/\*+/)
    .map((part) => part.replaceAll(/[.?+^$()[\]{}|\\]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join(".*")}$`).test(url.href);
}
