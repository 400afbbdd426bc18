import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from "fastify";

/** An API client with a cookie jar, which calls the app in this process. */
export class Browser {
  readonly #app: FastifyInstance;
  readonly cookies = new Map<string, string>();
  /** Sent with every request unless the request overrides them. */
  readonly headers: Record<string, string> = {};

  constructor(app: FastifyInstance) {
    this.#app = app;
  }

  async send(options: InjectOptions): Promise<LightMyRequestResponse> {
    const response = await this.#app.inject({
      ...options,
      headers: { ...this.headers, ...options.headers },
      cookies: Object.fromEntries(this.cookies),
    });
    for (const cookie of response.cookies) {
      const ended = cookie.maxAge === 0 || cookie.value === "";
      if (ended) this.cookies.delete(cookie.name);
      else this.cookies.set(cookie.name, cookie.value);
    }
    return response;
  }

  get(url: string, headers?: Record<string, string>) {
    return this.send({ method: "GET", url, headers });
  }

  /** @param body an object is serialized; a string is sent unchanged, with a JSON content type */
  post(url: string, body?: object | string, headers?: Record<string, string>) {
    return this.#write("POST", url, body, headers);
  }

  put(url: string, body: object) {
    return this.#write("PUT", url, body);
  }

  patch(url: string, body?: object | string, headers?: Record<string, string>) {
    return this.#write("PATCH", url, body, headers);
  }

  delete(url: string, headers?: Record<string, string>) {
    return this.send({ method: "DELETE", url, headers });
  }

  #write(
    method: "POST" | "PUT" | "PATCH",
    url: string,
    body: object | string | undefined,
    headers: Record<string, string> = {},
  ) {
    if (body === undefined) return this.send({ method, url, headers });
    const payload = typeof body === "string" ? body : JSON.stringify(body);
    return this.send({
      method,
      url,
      payload,
      headers: { "content-type": "application/json", ...headers },
    });
  }

  /** Calls a tRPC query. Like `mutate`, it sends the input in a superjson envelope. */
  query(procedure: string, input?: object, options: InjectOptions = {}) {
    const query =
      input === undefined ? "" : `?input=${encodeURIComponent(JSON.stringify({ json: input }))}`;
    return this.send({ method: "GET", url: `/api/trpc/${procedure}${query}`, ...options });
  }

  mutate(procedure: string, input?: object) {
    return this.post(`/api/trpc/${procedure}`, input === undefined ? undefined : { json: input });
  }
}
