import { TRPCError } from "@trpc/server";
import { getHTTPStatusCodeFromError } from "@trpc/server/http";
import type { TRPC_ERROR_CODE_KEY } from "@trpc/server/rpc";
import { ZodError } from "zod";
import { isOutage } from "../../platform/database/failures.ts";
import { type RefusalCode, type RefusalDetails, RefusalError } from "../../platform/lib/errors.ts";
import { StorageError } from "../../platform/storage/storage.ts";

/** Seconds after which a call that met an outage may succeed. */
const OUTAGE_RETRY_AFTER = 5;

/** How a failed call is answered, over tRPC and REST alike. */
export interface ErrorResponse {
  code: TRPC_ERROR_CODE_KEY;
  status: number;
  message: string;
  details: RefusalDetails;
  /** Nobody foresaw it: it is logged, and its text stays here. */
  unforeseen: boolean;
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

const unreadable = "The request is not a call of one procedure with JSON input";

/** What tRPC refuses by itself, in our words. */
const ownWords: Partial<Record<TRPC_ERROR_CODE_KEY, string>> = {
  BAD_REQUEST: unreadable,
  PARSE_ERROR: unreadable,
  NOT_FOUND: "There is no such call",
  METHOD_NOT_SUPPORTED: "This call takes another method: GET for queries, POST for mutations",
  PAYLOAD_TOO_LARGE: "The request is too large",
  UNSUPPORTED_MEDIA_TYPE: "The content type must be application/json",
};

/** The one place where an error becomes an answer. */
export function toErrorResponse(error: unknown): ErrorResponse {
  const cause = error instanceof TRPCError && error.cause ? error.cause : error;
  if (cause instanceof RefusalError) {
    return answer(refusals[cause.code], cause.message, cause.details);
  }
  if (cause instanceof ZodError && !(error instanceof TRPCError && error.code !== "BAD_REQUEST")) {
    return answerInvalid(cause);
  }
  if (cause instanceof StorageError) {
    const message = "Files cannot be reached right now. Please try again in a few seconds.";
    const details = { retryAfter: OUTAGE_RETRY_AFTER };
    return { ...answer("SERVICE_UNAVAILABLE", message, details), unforeseen: true };
  }
  if (isOutage(cause)) {
    const message = "The service is busy or restarting. Please try again in a few seconds.";
    return answer("SERVICE_UNAVAILABLE", message, { retryAfter: OUTAGE_RETRY_AFTER });
  }
  if (error instanceof TRPCError && ownWords[error.code]) {
    return answer(error.code, ownWords[error.code]!);
  }
  return {
    ...answer("INTERNAL_SERVER_ERROR", "Something went wrong on our side. Please try again."),
    unforeseen: true,
  };
}

function answer(
  code: TRPC_ERROR_CODE_KEY,
  message: string,
  details: RefusalDetails = {},
): ErrorResponse {
  const status = getHTTPStatusCodeFromError(new TRPCError({ code }));
  return { code, status, message, details, unforeseen: false };
}

function answerInvalid({ issues }: ZodError): ErrorResponse {
  const all = issues.map(({ path, message }) => ({
    path: path.map((key) => (typeof key === "number" ? key : String(key))),
    message,
  }));
  // Several checks of a field may share a sentence, as all of a number's do.
  const listed = [...new Map(all.map((issue) => [JSON.stringify(issue), issue])).values()];
  const message = listed[0]?.message ?? "The input is not valid";
  const missing = issues.some((issue) => issue.code === "custom" && issue.params?.notFound);
  return missing
    ? answer("NOT_FOUND", "Not found")
    : answer("BAD_REQUEST", message, { issues: listed });
}
