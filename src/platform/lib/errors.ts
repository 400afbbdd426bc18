/** Mapped to the codes of tRPC and HTTP in `identity/calls/errors-to-http.ts`. */
export type RefusalCode =
  | "invalid"
  | "unauthenticated"
  | "forbidden"
  | "not-found"
  | "conflict"
  | "unprocessable"
  | "too-large"
  | "unsupported-media-type"
  | "throttled"
  | "unavailable";

/** Facts that an answer carries beside its message. */
export interface RefusalDetails {
  issues?: { path: (string | number)[]; message: string }[];
  isBanned?: true;
  banReason?: string | null;
  /** The present state of what a stale call wanted to change. */
  current?: unknown;
  /** Seconds. */
  retryAfter?: number;
}

/** An expected refusal: its message is written for the person who made the call. */
export class RefusalError extends Error {
  override name = "RefusalError";
  readonly code: RefusalCode;
  readonly details: RefusalDetails;

  constructor(code: RefusalCode, message: string, details: RefusalDetails = {}) {
    super(message);
    this.code = code;
    this.details = details;
  }
}

/** A field that is valid by its form but not acceptable, such as a wrong current password. */
export function invalidField(field: string, message: string): RefusalError {
  return new RefusalError("invalid", message, { issues: [{ path: [field], message }] });
}

export function notFound(what: string): RefusalError {
  return new RefusalError("not-found", `${what} not found`);
}

/** A command-line tool cannot do what was asked; the message is one sentence for the terminal. */
export class CommandError extends Error {
  override name = "CommandError";
}
