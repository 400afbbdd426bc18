import { statusTexts, TransportError } from "./api-error.ts";

const TIMEOUT_MS = 30_000;

const offlineMessage = "You are offline. Check your connection and try again.";
const unreachableMessage = "The server cannot be reached. Please try again in a moment.";
const slowMessage = "The server took too long to respond. Please try again.";

/**
 * Applies the transport rule of the specification: a response that is not in the API's own format is reported by its
 * `message`, otherwise by its status and text, never by a parser error.
 */
export async function fetchFromApi(
  input: RequestInfo | URL | string,
  init?: RequestInit,
): Promise<Response> {
  const { response, body } = await send(input, init);
  const json = parseJson(body);
  if (isEnvelope(json))
    return new Response(body, { status: response.status, headers: response.headers });
  if (isObject(json) && typeof json.message === "string") {
    throw new TransportError("explained", json.message, response.status);
  }
  const kind = json === undefined ? "unreadable" : "unexplained";
  throw new TransportError(kind, describeAnswer(response, body), response.status);
}

async function send(input: RequestInfo | URL | string, init?: RequestInit) {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const signal = init?.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
  try {
    const response = await fetch(input, { ...init, signal, credentials: "same-origin" });
    return { response, body: await response.text() };
  } catch (error) {
    if (init?.signal?.aborted) throw error;
    if (timeout.aborted) throw new TransportError("unreachable", slowMessage);
    throw new TransportError("unreachable", navigator.onLine ? unreachableMessage : offlineMessage);
  }
}

/** Returns `502 Bad Gateway`, or the status and the body if the status has no known text. */
function describeAnswer(response: Pick<Response, "status" | "statusText">, body: string) {
  const raw = /^\s*</.test(body) ? "" : body.trim().slice(0, 200);
  return `${response.status} ${response.statusText || statusTexts[response.status] || raw}`.trim();
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** Returns whether tRPC's client can read the value; it throws a parser error otherwise. */
function isEnvelope(json: unknown): boolean {
  if (!isObject(json)) return false;
  const { result, error } = json;
  if (isObject(error)) return isObject(error.json) && typeof error.json.code === "number";
  return isObject(result) && isObject(result.data);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
