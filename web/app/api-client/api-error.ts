import type { RefusalReason } from "../../../src/platform/errors.ts";
import type { SecondFactorMethod } from "../../../src/identity/second-factor/second-factor.schema.ts";
import { TRPCClientError } from "@trpc/client";
import { showFailure } from "../../components/toast/toasts.ts";

/** What the server reports about a failed call in addition to its message. */
export interface ApiErrorData {
  code?: string;
  httpStatus?: number;
  path?: string;
  issues?: { path: (string | number)[]; message: string }[];
  isBanned?: true;
  banReason?: string | null;
  /** The current payout or review, if another administrator decided it first. */
  current?: unknown;
  /** Seconds until a throttled call may be tried again. */
  retryAfter?: number;
  requestId?: string;
  /** Identifies refusals that a screen handles in a specific way. */
  reason?: RefusalReason;
  /** The second factors that complete a sign-in. */
  methods?: SecondFactorMethod[];
}

export interface ApiError extends ApiErrorData {
  message: string;
}

/**
 * A failure that the API did not describe.
 * - `unreachable`: no response, for example without a connection
 * - `unreadable`: not JSON, for example a proxy's error page
 * - `unexplained`: JSON without a `message`
 * - `explained`: JSON with a `message`, but not in the API's own format
 */
export class TransportError extends Error {
  readonly kind: "unreachable" | "unreadable" | "unexplained" | "explained";
  readonly status: number | undefined;

  constructor(kind: TransportError["kind"], message: string, status?: number) {
    super(message);
    this.name = "TransportError";
    this.kind = kind;
    this.status = status;
  }
}

/** HTTP/2 transmits no status texts. */
export const statusTexts: Readonly<Record<number, string>> = {
  200: "OK",
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  409: "Conflict",
  413: "Content Too Large",
  415: "Unsupported Media Type",
  429: "Too Many Requests",
  500: "Internal Server Error",
  502: "Bad Gateway",
  503: "Service Unavailable",
  504: "Gateway Timeout",
};

function isOfKind(error: unknown, kinds: TransportError["kind"][]): boolean {
  if (!(error instanceof TRPCClientError)) return false;
  return error.cause instanceof TransportError && kinds.includes(error.cause.kind);
}

export function isUnreadable(error: unknown): boolean {
  return isOfKind(error, ["unreadable"]);
}

export function isUnreachable(error: unknown): boolean {
  return isOfKind(error, ["unreachable"]);
}

/** Returns whether the same call may succeed later: without a connection, or if the server is overloaded or fails. */
export function isTemporary(error: unknown): boolean {
  const { httpStatus } = readApiError(error);
  return httpStatus === undefined || httpStatus === 429 || httpStatus >= 500;
}

/** A wrong credential at sign-in also returns 401, but does not mean that a session has ended. */
const signInPaths = /^(auth|admin)\.login|^admin\.session$/;

export function isSessionEnd(error: unknown): boolean {
  const { httpStatus, path = "" } = readApiError(error);
  return httpStatus === 401 && !signInPaths.test(path);
}

const unexpected = "An unexpected error occurred";

/** Accepts any error that a query or a mutation may throw. The message may be blank; see `describeApiError`. */
export function readApiError(error: unknown): ApiError {
  const message = error instanceof Error ? error.message : unexpected;
  if (!(error instanceof TRPCClientError)) return { message };
  const status = error.cause instanceof TransportError ? error.cause.status : undefined;
  const data = error.data as ApiErrorData | null | undefined;
  return { httpStatus: status, ...data, message };
}

/**
 * Returns the text to show for a failed call, including the waiting time if it was throttled. Never empty.
 * @param fallback used if the message is blank; defaults to the status, such as "502 Bad Gateway"
 */
export function describeApiError(error: unknown, fallback?: string): string {
  const { message, httpStatus, retryAfter } = readApiError(error);
  if (message.trim() === "") return fallback ?? describeStatus(httpStatus);
  if (!retryAfter || /try again in/i.test(message)) return message;
  return `${message} Try again in ${describeWait(retryAfter)}.`;
}

/**
 * Returns the server's message, and `otherwise` if it sent none. For the screens on which the specification prefers its
 * own text to a status such as "502 Bad Gateway".
 */
export function describeRefusal(error: unknown, otherwise: string): string {
  const hasNoMessage = isOfKind(error, ["unreachable", "unreadable", "unexplained"]);
  return hasNoMessage ? otherwise : describeApiError(error, otherwise);
}

function describeStatus(status: number | undefined): string {
  if (status === undefined) return unexpected;
  return `${status} ${statusTexts[status] ?? ""}`.trim();
}

function describeWait(seconds: number): string {
  const [count, unit] = seconds < 90 ? [seconds, "second"] : [Math.ceil(seconds / 60), "minute"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

/**
 * Shows a failed call as a toast, unless the session has ended: the sign-in dialog reports that.
 * @param fallback see `describeApiError`
 */
export function showApiError(title: string, error: unknown, fallback?: string) {
  if (!isSessionEnd(error)) showFailure(title, describeApiError(error, fallback));
}
