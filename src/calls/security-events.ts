import type { TRPC_ERROR_CODE_KEY } from "@trpc/server/rpc";
import { storedEmail } from "../platform/fields/text.schema.ts";
import { hashToken } from "../platform/vault/tokens.ts";
import { toErrorResponse } from "./errors-to-http.ts";
import type { CallContext } from "./trpc.ts";

/** Names from OWASP's logging vocabulary, for alerts. The changes themselves are in the audit log. */
export type SecurityEvent =
  | "authn_login_success"
  | "authn_factor_change"
  | "authn_password_change"
  | "authn_token_created"
  | "authn_token_revoked"
  | "authz_admin"
  | "sensitive_read"
  | "session_expired"
  | "upload_stored"
  | "user_created"
  | "user_deleted"
  | "user_updated";

type RefusalEvent =
  | "authn_login_fail"
  | "authn_login_fail_max"
  | "authn_factor_change_fail"
  | "authn_factor_required"
  | "authn_password_change_fail"
  | "authz_fail"
  | "excess_rate_limit_exceeded"
  | "input_validation_fail";

export type RefusalEvents = Partial<Record<TRPC_ERROR_CODE_KEY, RefusalEvent>>;

const usualRefusals: RefusalEvents = {
  BAD_REQUEST: "input_validation_fail",
  FORBIDDEN: "authz_fail",
  TOO_MANY_REQUESTS: "excess_rate_limit_exceeded",
};

/** A wrong API token, unlike an expired session, may be a guess. */
const tokenRefusals: RefusalEvents = { ...usualRefusals, UNAUTHORIZED: "authn_login_fail" };

export const signInRefusals: RefusalEvents = {
  UNAUTHORIZED: "authn_login_fail",
  FORBIDDEN: "authn_login_fail",
  TOO_MANY_REQUESTS: "authn_login_fail_max",
};

/** Refused changes of the second factor, for which OWASP has no name. */
export const factorRefusals: RefusalEvents = { BAD_REQUEST: "authn_factor_change_fail" };

export const passwordRefusals: RefusalEvents = { BAD_REQUEST: "authn_password_change_fail" };

/** The facts about a call that are logged. */
interface LoggedCall {
  name: string;
  event?: SecurityEvent;
  refusalEvents?: RefusalEvents;
  actor?:
    { kind: "trader"; trader: { id: number } } | { kind: "administrator" | "token"; id: number };
  /** Rejects if the input cannot be parsed. */
  readInput: () => Promise<unknown>;
}

/** Logs the event that a call declares, if any. */
export async function logSuccess(
  context: CallContext,
  call: LoggedCall,
  result: unknown,
): Promise<void> {
  const { event, name } = call;
  if (!event) return;
  context.app.metrics.countSecurityEvent(event, name);
  context.log.info({ event, ...(await describe(context, call, result)) }, event);
}

/** Logs why a call was refused; never the input itself, which may contain a secret. */
export async function logRefusal(
  context: CallContext,
  call: LoggedCall,
  error: unknown,
): Promise<void> {
  const { code, details } = toErrorResponse(error);
  const refusals = context.bearer === undefined ? usualRefusals : tokenRefusals;
  // A sign-in that still requires the second factor is not a failure and must not raise an alert.
  const isHalfway = details.reason === "second_factor_required";
  const event = isHalfway
    ? "authn_factor_required"
    : (call.refusalEvents?.[code] ?? refusals[code]);
  if (!event) return;
  context.app.metrics.countSecurityEvent(event, call.name);
  const fields = details.issues?.map(({ path }) => path.join("."));
  const about = await describe(context, call);
  context.log.warn({ event, ...about, ...(fields && { fields }) }, event);
}

async function describe({ caller }: CallContext, call: LoggedCall, result?: unknown) {
  const { name, actor, readInput } = call;
  const input = await readInput().catch(() => undefined);
  const { id, email } = (input ?? {}) as { id?: unknown; email?: unknown };
  const target = (result as { id?: unknown } | undefined)?.id ?? id;
  return {
    call: name,
    address: caller.address,
    ...(actor && {
      actor: `${actor.kind} ${actor.kind === "trader" ? actor.trader.id : actor.id}`,
    }),
    ...(typeof target === "number" && { target }),
    // A digest groups attempts on one account without logging its email.
    ...(typeof email === "string" && {
      account: hashToken(storedEmail(email)).slice(0, 12),
    }),
  };
}
