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

/** Additional fields of an error response. */
export interface RefusalDetails {
  issues?: { path: (string | number)[]; message: string }[];
  isBanned?: true;
  banReason?: string | null;
  /** The current state of the record, if the call was based on an outdated one. */
  current?: unknown;
  /** The time to wait before a retry, in seconds. */
  retryAfter?: number;
  /** Identifies refusals that clients have to handle specifically. */
  reason?: RefusalReason;
  /** The user's second factors, revealed only if the password or access key is correct. */
  methods?: SecondFactorMethod[];
}

/**
 * `second_factor_required`: the password or access key is correct, and the call must be repeated with a `code` or
 * replaced by a sign-in with a passkey. `second_factor_incorrect`: the code is wrong. `second_factor_setup_required`:
 * the team requires a second factor, which the administrator has to set up. `open_payment`: the trader cannot be deleted
 * while a payment to them is open. `unpaid_changed`: the trader's unpaid sums are not those that were expected.
 */
export const refusalReasons = [
  "second_factor_required",
  "second_factor_incorrect",
  "second_factor_setup_required",
  "open_payment",
  "unpaid_changed",
] as const;
export type RefusalReason = (typeof refusalReasons)[number];

export type SecondFactorMethod = "totp" | "passkey" | "recovery-code";

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
