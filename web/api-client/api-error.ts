import type { RefusalReason, SecondFactorMethod } from "../../src/platform/lib/errors.ts";
import { TRPCClientError } from "@trpc/client";

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

/** A wrong credential at sign-in also returns 401, but does not mean that a session has ended. */
const signInPaths = /^(auth|admin)\.login|^admin\.session$/;

export function isSessionEnd(error: unknown): boolean {
  const { httpStatus, path = "" } = readApiError(error);
  return httpStatus === 401 && !signInPaths.test(path);
}

/** Accepts any error that a query or a mutation may throw. */
export function readApiError(error: unknown): ApiError {
  const message = error instanceof Error ? error.message : "An unexpected error occurred";
  if (!(error instanceof TRPCClientError)) return { message };
  const status = error.cause instanceof TransportError ? error.cause.status : undefined;
  const data = error.data as ApiErrorData | null | undefined;
  return { httpStatus: status, ...data, message };
}

/**
 * Returns the text to show for a failed call, including the waiting time if it was throttled.
 * @param fallback used if the server sent no message; defaults to the status, such as "502 Bad Gateway"
 */
export function describeApiError(error: unknown, fallback?: string): string {
  if (fallback && isOfKind(error, ["unreachable", "unreadable", "unexplained"])) return fallback;
  const { message, retryAfter } = readApiError(error);
  if (!retryAfter || /try again in/i.test(message)) return message;
  return `${message} Try again in ${describeWait(retryAfter)}.`;
}

function describeWait(seconds: number): string {
  const [count, unit] = seconds < 90 ? [seconds, "second"] : [Math.ceil(seconds / 60), "minute"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
