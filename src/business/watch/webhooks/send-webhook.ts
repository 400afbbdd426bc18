import { lookup } from "node:dns/promises";
import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import { SECOND } from "../../../platform/time/durations.rule.ts";

/** Where webhooks may be sent. For development, `any` also allows plain HTTP and private networks. */
export type WebhookTargets = "public" | "any";

interface Address {
  address: string;
  family: number;
}

export interface SendOptions {
  targets: WebhookTargets;
  /** The limit for the whole attempt, in milliseconds. */
  timeout?: number;
  /** Returns all addresses of a host name. */
  resolve?: (host: string) => Promise<Address[]>;
}

/** The response of an endpoint, or the reason why there is none. */
export interface WebhookResponse {
  status: number | null;
  error: string | null;
  /** The first 10 kB of the response. */
  body: string | null;
  /** The headers of the response; repeated ones are joined. */
  headers: Record<string, string> | null;
  /** The duration of the attempt in milliseconds. */
  duration: number;
  /** The headers that were sent. */
  sent: Record<string, string>;
}

const TIMEOUT = 15 * SECOND;
const MAX_BODY = 10_000;

/** The request was not sent, because its address is not allowed. */
class ForbiddenTargetError extends Error {
  override name = "ForbiddenTargetError";
}

/**
 * Sends one POST request. Redirects are not followed. The host is resolved once, and the connection only uses the
 * checked addresses, so that the name cannot resolve to a different address in between.
 */
export async function sendWebhook(
  url: string,
  { headers, body }: { headers: Record<string, string>; body: string },
  options: SendOptions,
): Promise<WebhookResponse> {
  const started = performance.now();
  const signal = AbortSignal.timeout(options.timeout ?? TIMEOUT);
  const duration = () => Math.round(performance.now() - started);
  const sent = {
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(body)),
    "user-agent": "Propdesk-Webhooks/1.0",
    ...headers,
  };
  try {
    const target = new URL(url);
    const addresses = await untilAborted(resolveTarget(target, options), signal);
    const response = await post(target, addresses, { headers: sent, body, signal });
    const text = await readStart(response).catch(() => null);
    const answered = { status: response.statusCode ?? null, headers: headersOf(response) };
    return { ...answered, error: null, body: text, duration: duration(), sent };
  } catch (error) {
    const message = signal.aborted ? "No response in time" : describe(error);
    const unanswered = { status: null, headers: null, body: null };
    return { ...unanswered, error: message, duration: duration(), sent };
  }
}

/**
 * Returns whether the host is a public address, or a name, whose addresses are checked at each attempt. The names of the
 * server itself are not allowed.
 */
export function isHostAllowed(url: string): boolean {
  const host = hostOf(new URL(url));
  return isIP(host) === 0 ? !localName.test(host) : isPublicAddress(host);
}

/** Names that always mean the server itself (RFC 6761). */
const localName = /^(?:.*\.)?localhost\.?$/;

/** Returns the host of a URL, without the brackets of an IPv6 address. */
const hostOf = ({ hostname }: URL) => hostname.replace(/^\[(.*)\]$/, "$1");

/** Rejects when the signal aborts, because a name server that does not respond must not prolong the attempt. */
async function untilAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

/** @throws ForbiddenTargetError if any address of the host is not public */
async function resolveTarget(
  url: URL,
  { targets, resolve = (host) => lookup(host, { all: true }) }: SendOptions,
): Promise<Address[]> {
  const host = hostOf(url);
  const family = isIP(host);
  const addresses = family === 0 ? await resolve(host) : [{ address: host, family }];
  if (targets === "any") return addresses;
  if (url.protocol !== "https:")
    throw new ForbiddenTargetError("Webhooks are only sent over HTTPS");
  if (addresses.length > 0 && addresses.every(({ address }) => isPublicAddress(address)))
    return addresses;
  throw new ForbiddenTargetError("The address is not on the public internet");
}

interface Sending {
  headers: Record<string, string>;
  body: string;
  signal: AbortSignal;
}

function post(
  url: URL,
  addresses: Address[],
  { headers, body, signal }: Sending,
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const request = url.protocol === "https:" ? requestHttps : requestHttp;
  const sent = request(
    url,
    {
      method: "POST",
      headers,
      // Each attempt opens a new connection, because a kept-alive one would skip the check of the addresses.
      agent: false,
      lookup: answerWith(addresses),
      signal,
    },
    resolve,
  );
  sent.on("error", reject);
  // There is neither a response nor an error if the endpoint switches protocols (status 101).
  sent.on("close", () => reject(new Error("The connection was closed without a response")));
  sent.end(body);
  return promise;
}

/** Returns a lookup function that only returns the checked addresses. */
function answerWith(addresses: Address[]): LookupFunction {
  return (_host, options, callback) => {
    const [first] = addresses;
    if (options.all) callback(null, addresses);
    else callback(null, first!.address, first!.family);
  };
}

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  const joined = Object.entries(headers).map(([name, value = ""]) => [name, String(value)]);
  return Object.fromEntries(joined) as Record<string, string>;
}

/** Reads the start of the body and discards the rest, which may be endless. */
async function readStart(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= MAX_BODY) break;
  }
  const start = Buffer.concat(chunks).subarray(0, MAX_BODY);
  // PostgreSQL rejects NUL in text. A character that was cut in two is omitted.
  return new TextDecoder().decode(start, { stream: true }).replaceAll("\0", "�");
}

function describe(error: unknown): string {
  if (error instanceof ForbiddenTargetError) return error.message;
  const { code, message, errors } = error as NodeJS.ErrnoException & { errors?: unknown[] };
  if (errors?.length) return describe(errors[0]);
  if (code === "ENOTFOUND") return "The host name has no address";
  if (code === "ECONNREFUSED") return "The connection was refused";
  if (code === "ECONNRESET") return "The connection was closed without a response";
  return message || code || "The request failed";
}

/** The only range of IPv6 addresses that is routed on the internet. */
const globalUnicast = ipaddr.parseCIDR("2000::/3") as [ipaddr.IPv6, number];

/**
 * Returns whether an address is on the public internet: not private, loopback, link-local, shared (CGNAT), multicast or
 * reserved, and not an IPv6 address that embeds or translates one of these.
 */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0) return false;
  const address = ipaddr.process(text);
  if (address.range() !== "unicast") return false;
  return address instanceof ipaddr.IPv4 || address.match(globalUnicast);
}
