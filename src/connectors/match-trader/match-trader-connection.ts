import { setTimeout as sleep } from "node:timers/promises";
import { SECOND } from "../../platform/time/durations.rule.ts";
import { backoff } from "../backoff.rule.ts";
import type { ClockSkew } from "../clock-skew.rule.ts";
import { connectionFailure } from "../connection-failure.ts";
import { parseExactly } from "../exact-json.rule.ts";
import { PlatformError } from "../platform.ts";
import type { RateLimit } from "../rate-limit.ts";
import { reportableText } from "../reportable-text.rule.ts";
import type { MatchTraderSettings } from "../settings/read-settings.ts";
import { textOf } from "./match-trader-rows.rule.ts";

export interface MatchTraderRequest {
  method?: "GET" | "POST" | "PATCH" | "DELETE";
  path: string;
  query?: Record<string, string | number>;
  /** Sent as JSON. */
  body?: object;
}

export interface MatchTraderAnswer {
  /** Below 300, or 400 to 422. */
  status: number;
  /** What a refusal must not repeat. */
  secrets: string[];
  /** Its numbers are text. */
  json: unknown;
  /** As received. */
  text: string;
  /** The instant in the middle of the request, by the platform's clock. */
  readAt: number;
}

export interface MatchTraderOptions {
  settings: MatchTraderSettings;
  limit: RateLimit;
  signal: AbortSignal;
  /** Called while the platform takes no more requests, and when it does again. */
  onLimit: (isReached: boolean) => void;
}

interface ConnectionOptions extends MatchTraderOptions {
  skew: ClockSkew;
  /** Whether its requests may use what is reserved for actions. */
  isActing: boolean;
}

const REQUEST_TIMEOUT = 30 * SECOND;
/** How long to wait after too many requests if the platform does not say. */
const LIMIT_PAUSE = 10 * SECOND;
/** What changes nothing is asked so often, because the platform fails now and then. */
const MOST_ATTEMPTS = 3;
/** Refusals that are about the request itself. */
const refusals = [400, 404, 409, 422];
/** Nothing was received. */
const unsent =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/;

interface Received {
  status: number;
  headers: Headers;
  text: string;
}

/** Calls the Broker API. */
export class MatchTraderConnection {
  readonly #options: ConnectionOptions;
  #connectedSince: number | null = null;
  /** When the platform's clock was last seen. */
  sampledAt = 0;
  /** How many requests were sent. */
  sent = 0;
  /** How long an answer takes lately, in milliseconds. */
  latency = 1;

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  get connectedSince(): number | null {
    return this.#connectedSince;
  }

  /** By the platform's clock. */
  now(): number {
    return Date.now() + (this.#options.skew.value ?? 0);
  }

  /** Sends a request that changes nothing. @throws PlatformError if there is no answer */
  async read(request: MatchTraderRequest): Promise<MatchTraderAnswer> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.send(request);
      } catch (error) {
        const isPassing = error instanceof PlatformError && error.mayBeReceived;
        if (!isPassing || attempt === MOST_ATTEMPTS) throw error;
        await sleep(backoff(attempt - 1), undefined, { signal: this.#options.signal });
      }
    }
  }

  /** Sends a request once. @returns the answer, also of a refusal @throws PlatformError if there is none */
  async send(request: MatchTraderRequest): Promise<MatchTraderAnswer> {
    try {
      const answer = await this.#sendWithinLimit(request);
      this.#connectedSince ??= Date.now();
      return answer;
    } catch (error) {
      this.#connectedSince = null;
      throw error;
    }
  }

  async #sendWithinLimit(request: MatchTraderRequest): Promise<MatchTraderAnswer> {
    const { limit, isActing, signal, onLimit, skew } = this.#options;
    for (;;) {
      await limit.take(isActing, signal);
      const sentAt = Date.now();
      this.sent += 1;
      const received = await this.#exchange(request);
      const receivedAt = Date.now();
      this.latency = Math.max(1, this.latency * 0.8 + (receivedAt - sentAt) * 0.2);
      const shown = Date.parse(received.headers.get("date") ?? "");
      if (!Number.isNaN(shown)) {
        skew.add({ sentAt, receivedAt, shown });
        this.sampledAt = receivedAt;
      }
      if (received.status !== 429) {
        onLimit(false);
        const { status, json } = read(request.path, received);
        const { text } = received;
        const readAt = (sentAt + receivedAt) / 2 + (skew.value ?? 0);
        return { status, json, text, readAt, secrets: this.#secretsOf(request) };
      }
      limit.pause(retryAfter(received.headers) ?? LIMIT_PAUSE);
      onLimit(true);
    }
  }

  #secretsOf({ body = {} }: MatchTraderRequest): string[] {
    const { password } = body as { password?: unknown };
    return [this.#options.settings.token, ...(typeof password === "string" ? [password] : [])];
  }

  async #exchange({ method, path, query = {}, body }: MatchTraderRequest): Promise<Received> {
    const { settings, signal } = this.#options;
    const url = new URL(settings.url.href.replace(/\/$/, "") + path);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
    try {
      const response = await fetch(url, {
        method: method ?? (body ? "POST" : "GET"),
        ...(body && { body: JSON.stringify(body) }),
        headers: {
          accept: "application/json",
          authorization: `Bearer ${settings.token}`,
          ...(body && { "content-type": "application/json" }),
        },
        redirect: "manual",
        signal: AbortSignal.any([signal, AbortSignal.timeout(REQUEST_TIMEOUT)]),
      });
      return { status: response.status, headers: response.headers, text: await response.text() };
    } catch (error) {
      signal.throwIfAborted();
      const { cause } = error as { cause?: NodeJS.ErrnoException };
      throw connectionFailure(cause?.code, !unsent.test(cause?.code ?? ""));
    }
  }
}

/** @throws PlatformError if it is neither a success nor a refusal of the request itself */
function read(path: string, { status, text }: Received): { status: number; json: unknown } {
  const json = parse(text);
  const isAnswer = json !== undefined || (text.trim() === "" && status < 300);
  if (isAnswer && (status < 300 || refusals.includes(status))) return { status, json };
  const [name] = path.split(/\/(?=[^/]*\d)/);
  if (isAnswer && (status === 401 || status === 403)) {
    const lacking = status === 401 ? "refuses the token" : `gives the token no right to ${name}`;
    throw new PlatformError("sign_in_refused", `The platform ${lacking} (${status})`);
  }
  const nature = isAnswer ? "" : " and no JSON";
  throw new PlatformError(
    "platform_away",
    `The platform answered ${name} with status ${status}${nature}`,
    true,
  );
}

/** @returns `undefined` if it is no JSON */
function parse(text: string): unknown {
  try {
    return parseExactly(text);
  } catch {
    return undefined;
  }
}

/** In milliseconds. */
function retryAfter(headers: Headers): number | undefined {
  const stated = headers.get("retry-after") ?? "";
  const until = /^\d+$/.test(stated) ? Number(stated) * SECOND : Date.parse(stated) - Date.now();
  return until > 0 ? until : undefined;
}

const words: Record<number, string> = {
  400: "The request is invalid",
  404: "The platform does not know this account",
  409: "The account was changed in the meantime",
  422: "The platform refused the request",
};

/** Describes a refusal, as in `The market is closed (422)`. */
export function describeRefusal({ status, json, secrets }: MatchTraderAnswer): string {
  const stated = [textOf(json, "detail"), textOf(json, "title"), textOf(json, "message")].map(
    (text) => reportableText(text, secrets),
  );
  const said = stated.find((text) => text !== "") ?? words[status] ?? "The platform refused this";
  return `${said.replace(/\.$/, "")} (${status})`;
}
