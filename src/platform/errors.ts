/** Mapped to the codes of tRPC and HTTP in `calls/errors-to-http.ts`. */
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

/** Additional fields of an error response. Nouns add their own by declaration merging. */
export interface RefusalDetails {
  issues?: { path: (string | number)[]; message: string }[];
  /** The current state of the record, if the call was based on an outdated one. */
  current?: unknown;
  /** The time to wait before a retry, in seconds. */
  retryAfter?: number;
  /** Identifies refusals that clients have to handle specifically. */
  reason?: RefusalReason;
}

/** The reasons by their codes; each noun declares its own. */
// oxlint-disable-next-line typescript/no-empty-interface -- filled by declaration merging
export interface RefusalReasons {}

export type RefusalReason = keyof RefusalReasons;

/** An expected refusal. Its message is shown to the user. */
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

/** Returns the error for a well-formed value that is not acceptable, such as a wrong current password. */
export function invalidField(field: string, message: string): RefusalError {
  return new RefusalError("invalid", message, { issues: [{ path: [field], message }] });
}

export function notFound(what: string): RefusalError {
  return new RefusalError("not-found", `${what} not found`);
}

/** An expected failure of a command-line tool; the message is one sentence for the terminal. */
export class CommandError extends Error {
  override name = "CommandError";
}
