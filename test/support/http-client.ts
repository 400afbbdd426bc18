export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** The body as JSON; a test says what it expects it to be. */
  json<Body>(): Body;
}

/** A client of a listening app over the network, with a cookie jar. */
export class HttpClient {
  readonly #origin: string;
  readonly #cookies: Map<string, string>;

  constructor(origin: string, cookies = new Map<string, string>()) {
    this.#origin = origin;
    this.#cookies = cookies;
  }

  /** The same browser, whose calls another instance answers. */
  at(origin: string): HttpClient {
    return new HttpClient(origin, this.#cookies);
  }

  /** The same person at another moment: what this one does later does not change it. */
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
  ): Promise<Answer> {
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

  /** As the header that a request of one's own needs to be signed in. */
  get cookie(): string {
    return [...this.#cookies].map((pair) => pair.join("=")).join("; ");
  }

  /** The bytes of a file. */
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
