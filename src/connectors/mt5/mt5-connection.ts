import { randomBytes } from "node:crypto";
import { request as sendRequest } from "node:http";
import { text } from "node:stream/consumers";
import { SECOND } from "../../platform/time/durations.rule.ts";
import { PlatformError } from "../platform.ts";
import type { RateLimit } from "../rate-limit.ts";
import { reportableText } from "../reportable-text.rule.ts";
import type { Mt5Settings } from "../settings/read-settings.ts";
import type { Mt5Row } from "./mt5-records.rule.ts";
import {
  asText,
  describeRetcode,
  isSignedOut,
  isTooMany,
  isUnavailable,
  readRetcode,
} from "./retcodes.rule.ts";
import { passwordHash, proofOf } from "./sign-in-proof.ts";
import { openSocket, SingleSocketAgent } from "./single-socket-agent.ts";

/** Text is sent as it is; numbers and names are percent-encoded, but for the commas of lists. */
type Query = Record<string, string | number>;

export interface Mt5Request {
  path: string;
  query?: Query;
  method?: "POST";
  /** Sent by POST as JSON. */
  body?: object;
}

export interface Mt5Answer {
  /** 0 and 1 are successes. */
  code: number;
  /** As in `10018 Market is closed`. */
  stated: string;
  json: Mt5Row;
}

interface ConnectionOptions {
  settings: Mt5Settings;
  ca: string | undefined;
  limit: RateLimit;
  /** Whether its requests may use what is reserved for actions. */
  isActing: boolean;
  signal: AbortSignal;
  /** Called while the platform takes no more requests, and when it does again. */
  onLimit: (isReached: boolean) => void;
  /** What is read first after each sign-in. */
  afterSignIn?: (send: (request: Mt5Request) => Promise<Mt5Answer>) => Promise<void>;
}

/** The oldest version of the protocol that has what is used here. */
const VERSION = 484;
const REQUEST_TIMEOUT = 30 * SECOND;
/** How long to wait after too many requests if the platform does not say. */
const LIMIT_PAUSE = 10 * SECOND;
/** The server closes a connection after 180 seconds without a request. */
const PING_INTERVAL = 20 * SECOND;

interface HttpAnswer {
  status: number;
  retryAfter: number;
  body: string;
}

/** A signed-in connection to the Web API, over which one request is sent at a time. */
export class Mt5Connection {
  readonly #options: ConnectionOptions;
  #agent: SingleSocketAgent | undefined;
  #connectedSince: number | null = null;
  #turn: Promise<unknown> = Promise.resolve();
  #lastRequest = 0;
  readonly #pings: NodeJS.Timeout;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    options.signal.addEventListener("abort", () => this.#drop(), { once: true });
    this.#pings = setInterval(() => void this.#ping(), PING_INTERVAL / 4).unref();
  }

  get connectedSince(): number | null {
    return this.#agent?.isOpen ? this.#connectedSince : null;
  }

  /**
   * Sends a request when those before are answered; signs in first if necessary.
   * @returns the answer, also of a refusal
   * @throws PlatformError if there is none
   */
  call(request: Mt5Request): Promise<Mt5Answer> {
    const turn = this.#turn.then(() => this.#callNow(request));
    this.#turn = turn.catch(() => {});
    return turn;
  }

  async close(): Promise<void> {
    clearInterval(this.#pings);
    if (this.#agent?.isOpen) await this.#send({ path: "/api/quit" }).catch(() => {});
    this.#drop();
  }

  async #callNow(request: Mt5Request): Promise<Mt5Answer> {
    for (let isFirst = true; ;) {
      if (this.connectedSince === null) await this.#signIn();
      const answer = await this.#sendWithinLimit(request);
      if (!isSignedOut(answer.code)) {
        if (!isUnavailable(answer.code)) return answer;
        throw new PlatformError("platform_away", describeRetcode(answer.code, answer.stated), true);
      }
      this.#drop();
      if (!isFirst) throw refusedSignIn(answer);
      isFirst = false;
    }
  }

  async #sendWithinLimit(request: Mt5Request): Promise<Mt5Answer> {
    const { onLimit } = this.#options;
    for (;;) {
      const answer = await this.#send(request);
      if (!isTooMany(answer.code)) {
        onLimit(false);
        return answer;
      }
      onLimit(true);
    }
  }

  async #signIn(): Promise<void> {
    this.#drop();
    const { settings, ca, afterSignIn } = this.#options;
    this.#agent = new SingleSocketAgent(await openSocket(settings.url, ca));
    try {
      await this.#authenticate();
      this.#connectedSince = Date.now();
      await afterSignIn?.((request) => this.#sendWithinLimit(request));
    } catch (error) {
      this.#drop();
      throw error;
    }
  }

  async #authenticate(): Promise<void> {
    const { login, password } = this.#options.settings;
    const hash = passwordHash(password);
    const started = await this.#sendWithinLimit({
      path: "/api/auth/start",
      query: { version: VERSION, agent: "Propdesk", login, type: "manager" },
    });
    const random = asText(started.json.srv_rand);
    if (started.code !== 0 || random === "") throw refusedSignIn(started);
    const ours = randomBytes(16).toString("hex");
    const answered = await this.#sendWithinLimit({
      path: "/api/auth/answer",
      query: { srv_rand_answer: proofOf(hash, random), cli_rand: ours },
    });
    if (answered.code !== 0) throw refusedSignIn(answered);
    if (asText(answered.json.cli_rand_answer).toLowerCase() !== proofOf(hash, ours)) {
      throw new PlatformError(
        "sign_in_refused",
        "The server does not know the password of the manager account: it may not be the platform",
      );
    }
  }

  /** Sends a request over the open connection. */
  async #send({ path, query = {}, method, body }: Mt5Request): Promise<Mt5Answer> {
    const { limit, isActing, signal } = this.#options;
    await limit.take(isActing, signal);
    const agent = this.#agent;
    if (!agent?.isOpen) throw new PlatformError("platform_away", "The connection was closed");
    const search = Object.entries(query)
      .map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll("%2C", ",")}`)
      .join("&");
    this.#lastRequest = Date.now();
    let answer: HttpAnswer;
    try {
      const payload = body && JSON.stringify(body);
      const options = { path: `${path}${search && `?${search}`}`, method, payload };
      answer = await this.#exchange(agent, options);
    } catch (error) {
      this.#drop();
      const { code } = error as NodeJS.ErrnoException;
      const reason = code === undefined ? "" : ` (${code})`;
      throw new PlatformError("platform_away", `The connection was lost${reason}`, true);
    }
    return this.#read(path, answer, secretsOf(body));
  }

  #exchange(
    agent: SingleSocketAgent,
    { path, method, payload }: { path: string; method?: "POST"; payload?: string },
  ): Promise<HttpAnswer> {
    const { url } = this.#options.settings;
    const { promise, resolve, reject } = Promise.withResolvers<HttpAnswer>();
    const request = sendRequest(
      {
        agent,
        host: url.hostname,
        path,
        method: payload === undefined ? (method ?? "GET") : "POST",
        headers: {
          host: url.host,
          connection: "keep-alive",
          accept: "application/json",
          "content-type": "application/x-www-form-urlencoded",
          ...(payload !== undefined && { "content-length": Buffer.byteLength(payload) }),
        },
        timeout: REQUEST_TIMEOUT,
      },
      (response) => {
        const { statusCode: status = 0, headers } = response;
        const retryAfter = Number(headers["retry-after"]) || 0;
        text(response).then((read) => resolve({ status, retryAfter, body: read }), reject);
      },
    );
    request.on("timeout", () => request.destroy(new Error("The platform does not answer")));
    request.on("error", reject);
    request.end(payload);
    return promise;
  }

  #read(path: string, { status, retryAfter, body }: HttpAnswer, secrets: string[]): Mt5Answer {
    if (status === 401 || status === 403) {
      return { code: 1001, stated: `1001 Refused with status ${status}`, json: {} };
    }
    if (status === 429) {
      this.#options.limit.pause(retryAfter * SECOND || LIMIT_PAUSE);
      return { code: 12, stated: "12 Too many requests", json: {} };
    }
    const json = parseObject(body);
    const { password } = this.#options.settings;
    const stated = reportableText(asText(json?.retcode), [password, ...secrets]);
    const code = readRetcode(stated) ?? (json && status < 300 ? 0 : null);
    if (json === undefined || code === null) {
      throw new PlatformError(
        "platform_away",
        `The platform answered ${path} with status ${status} and no result`,
        true,
      );
    }
    if (isTooMany(code)) this.#options.limit.pause(retryAfter * SECOND || LIMIT_PAUSE);
    return { code, stated, json };
  }

  async #ping(): Promise<void> {
    if (this.connectedSince === null || Date.now() - this.#lastRequest < PING_INTERVAL) return;
    // A connection that is lost here is opened again by the next request.
    await this.call({ path: "/api/test/access" }).catch(() => {});
  }

  #drop(): void {
    this.#agent?.destroy();
    this.#agent = undefined;
    this.#connectedSince = null;
  }
}

/** Passwords that a request sets, which a refusal must not repeat. */
function secretsOf(body: object = {}): string[] {
  const { PassMain, PassInvestor, Password } = body as Record<string, unknown>;
  return [PassMain, PassInvestor, Password].filter((value) => typeof value === "string");
}

function refusedSignIn({ code, stated }: Mt5Answer): PlatformError {
  if (isUnavailable(code)) return new PlatformError("platform_away", describeRetcode(code, stated));
  return new PlatformError("sign_in_refused", describeRetcode(code, stated));
}

function parseObject(body: string): Mt5Row | undefined {
  try {
    const json = JSON.parse(body) as unknown;
    return typeof json === "object" && json !== null ? (json as Mt5Row) : undefined;
  } catch {
    return undefined;
  }
}
