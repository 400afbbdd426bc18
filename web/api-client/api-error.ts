import { TRPCClientError } from "@trpc/client";
import type { Payout } from "../../src/business/payouts/payout.schema.ts";

/** What the server says about a refused or failed call, beside its sentence. */
export interface ApiErrorData {
  code?: string;
  httpStatus?: number;
  path?: string;
  issues?: { path: (string | number)[]; message: string }[];
  isBanned?: true;
  banReason?: string | null;
  /** The payout as it is now, where somebody else has decided it first. */
  current?: Payout;
  /** Seconds until a throttled call may be tried again. */
  retryAfter?: number;
  requestId?: string;
}

export interface ApiError extends ApiErrorData {
  message: string;
}

/** An answer that did not come from the API: no connection, a proxy's page, a broken body. */
export class TransportError extends Error {
  readonly kind: "unreachable" | "unreadable";
  readonly status: number | undefined;

  constructor(kind: TransportError["kind"], message: string, status?: number) {
    super(message);
    this.name = "TransportError";
    this.kind = kind;
    this.status = status;
  }
}

export function isUnreadable(error: unknown): boolean {
  return (
    error instanceof TRPCClientError &&
    error.cause instanceof TransportError &&
    error.cause.kind === "unreadable"
  );
}

/** Reads any error that a query or a mutation may throw. */
export function readApiError(error: unknown): ApiError {
  const message = error instanceof Error ? error.message : "An unexpected error occurred";
  if (!(error instanceof TRPCClientError)) return { message };
  const status = error.cause instanceof TransportError ? error.cause.status : undefined;
  const data = error.data as ApiErrorData | null | undefined;
  return { httpStatus: status, ...data, message };
}

/** The sentence to show for a failed call, with how long a throttled one has to wait. */
export function describeApiError(error: unknown): string {
  const { message, retryAfter } = readApiError(error);
  if (!retryAfter || /try again in/i.test(message)) return message;
  return `${message} Try again in ${describeWait(retryAfter)}.`;
}

function describeWait(seconds: number): string {
  const [count, unit] = seconds < 90 ? [seconds, "second"] : [Math.ceil(seconds / 60), "minute"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
