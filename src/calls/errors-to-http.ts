import { TRPCError } from "@trpc/server";
import { getHTTPStatusCodeFromError } from "@trpc/server/http";
import type { TRPC_ERROR_CODE_KEY } from "@trpc/server/rpc";
import { ZodError } from "zod";
import { isDiskFull, isLockTimeout, isOutage } from "../platform/database/failures.ts";
import { type RefusalCode, type RefusalDetails, RefusalError } from "../platform/errors.ts";
import { exactIssues } from "../platform/fields/issues.ts";
import { StorageError } from "../platform/storage/storage.ts";

/** Seconds until a call may succeed after an outage. */
const OUTAGE_RETRY_AFTER = 5;

/** The response to a failed call, over tRPC and REST. */
export interface ErrorResponse {
  code: TRPC_ERROR_CODE_KEY;
  status: number;
  message: string;
  details: RefusalDetails;
  /** Unexpected errors are logged; their own text is never sent. */
  isUnexpected: boolean;
}

const refusals: Record<RefusalCode, TRPC_ERROR_CODE_KEY> = {
  invalid: "BAD_REQUEST",
  unauthenticated: "UNAUTHORIZED",
  forbidden: "FORBIDDEN",
  "not-found": "NOT_FOUND",
  conflict: "CONFLICT",
  unprocessable: "UNPROCESSABLE_CONTENT",
  "too-large": "PAYLOAD_TOO_LARGE",
  "unsupported-media-type": "UNSUPPORTED_MEDIA_TYPE",
  throttled: "TOO_MANY_REQUESTS",
  unavailable: "SERVICE_UNAVAILABLE",
};

const malformed = "The request must call one procedure with JSON input";

/** Messages for errors of tRPC itself. */
const trpcMessages: Partial<Record<TRPC_ERROR_CODE_KEY, string>> = {
  BAD_REQUEST: malformed,
  PARSE_ERROR: malformed,
  NOT_FOUND: "The procedure does not exist",
  METHOD_NOT_SUPPORTED: "Method not allowed: use GET for queries and POST for mutations",
  PAYLOAD_TOO_LARGE: "The request is too large",
  UNSUPPORTED_MEDIA_TYPE: "The content type must be application/json",
};

/** Maps every error to its response; no other code does. */
export function toErrorResponse(error: unknown): ErrorResponse {
  const cause = error instanceof TRPCError && error.cause ? error.cause : error;
  if (cause instanceof RefusalError) {
    return respond(refusals[cause.code], cause.message, cause.details);
  }
  if (cause instanceof ZodError && !(error instanceof TRPCError && error.code !== "BAD_REQUEST")) {
    return respondToInvalid(cause);
  }
  if (cause instanceof StorageError) {
    const message = "File storage is unavailable. Please try again in a few seconds.";
    const details = { retryAfter: OUTAGE_RETRY_AFTER };
    return { ...respond("SERVICE_UNAVAILABLE", message, details), isUnexpected: true };
  }
  if (isDiskFull(cause)) {
    const message = "The disk of the database is full. Nothing was stored.";
    const details = { retryAfter: OUTAGE_RETRY_AFTER };
    return { ...respond("SERVICE_UNAVAILABLE", message, details), isUnexpected: true };
  }
  if (isOutage(cause)) {
    const reason = isLockTimeout(cause)
      ? "A longer change of the same data, such as an import, is in progress."
      : "The service is busy or restarting.";
    const message = `${reason} Please try again in a few seconds.`;
    return respond("SERVICE_UNAVAILABLE", message, { retryAfter: OUTAGE_RETRY_AFTER });
  }
  if (error instanceof TRPCError && trpcMessages[error.code]) {
    return respond(error.code, trpcMessages[error.code]!);
  }
  return {
    ...respond("INTERNAL_SERVER_ERROR", "Something went wrong on our side. Please try again."),
    isUnexpected: true,
  };
}

function respond(
  code: TRPC_ERROR_CODE_KEY,
  message: string,
  details: RefusalDetails = {},
): ErrorResponse {
  const status = getHTTPStatusCodeFromError(new TRPCError({ code }));
  return { code, status, message, details, isUnexpected: false };
}

function respondToInvalid({ issues }: ZodError): ErrorResponse {
  const listed = exactIssues(issues);
  const message = listed[0]?.message ?? "The input is invalid";
  const isNotFound = issues.some((issue) => issue.code === "custom" && issue.params?.notFound);
  return isNotFound
    ? respond("NOT_FOUND", "Not found")
    : respond("BAD_REQUEST", message, { issues: listed });
}
