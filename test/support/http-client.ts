export interface HttpResponse {
  status: number;
  headers: Headers;
  text: string;
  /** Parses the body as JSON of the type that the test expects. */
  json<Body>(): Body;
}

/** A network client of a listening app, with a cookie jar. */
export class HttpClient {
  readonly #origin: string;
  readonly #cookies: Map<string, string>;

  constructor(origin: string, cookies = new Map<string, string>()) {
    this.#origin = origin;
    this.#cookies = cookies;
  }

  /** Returns the same client with its cookies, for another instance. */
  at(origin: string): HttpClient {
    return new HttpClient(origin, this.#cookies);
  }

  /** Returns a copy with the current cookies, independent of later calls. */
  copy(): HttpClient {
    const copy = new HttpClient(this.#origin);
    for (const [name, value] of this.#cookies) copy.#cookies.set(name, value);
    return copy;
  }

  async send(
    method: string,
    path: string,
    body?: object | FormData,
    headers: Record<string, string> = {},
  ): Promise<HttpResponse> {
    const isForm = body instanceof FormData;
    const response = await fetch(this.#origin + path, {
      method,
      headers: {
        cookie: [...this.#cookies].map((pair) => pair.join("=")).join("; "),
        ...(body && !isForm && { "content-type": "application/json" }),
        ...headers,
      },
      body: isForm ? body : body && JSON.stringify(body),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!;
      if (value === "") this.#cookies.delete(name!);
      else this.#cookies.set(name!, value!);
    }
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: <Body>() => JSON.parse(text) as Body,
    };
  }

  /** The `Cookie` header, for requests that do not use this client. */
  get cookie(): string {
    return [...this.#cookies].map((pair) => pair.join("=")).join("; ");
  }

  /** Downloads a file. */
  async download(path: string): Promise<Buffer> {
    const response = await fetch(this.#origin + path, { headers: { cookie: this.cookie } });
    return Buffer.from(await response.arrayBuffer());
  }

  get(path: string) {
    return this.send("GET", path);
  }

  post(path: string, body?: object | FormData) {
    return this.send("POST", path, body);
  }

  patch(path: string, body?: object) {
    return this.send("PATCH", path, body);
  }

  delete(path: string) {
    return this.send("DELETE", path);
  }
}
