import type { TRPC_ERROR_CODE_KEY } from "@trpc/server/rpc";
import { hashToken } from "../../platform/lib/tokens.ts";
import { toErrorResponse } from "./errors-to-http.ts";
import type { CallContext } from "./trpc.ts";

/**
 * What the log tells whoever watches for attacks, by the name of the call, in the words of OWASP's
 * logging vocabulary. Who did what to whom, in full, is in the audit log.
 */
const done: Record<string, string | undefined> = {
  "auth.login": "authn_login_success",
  "auth.register": "user_created",
  "auth.logout": "session_expired",
  "auth.resetPassword": "authn_password_change",
  "trader.changePassword": "authn_password_change",
  "trader.updateProfile": "user_updated",
  "trader.sessions.end": "session_expired",
  "trader.sessions.endOthers": "session_expired",
  "admin.login": "authn_login_success",
  "admin.logout": "session_expired",
  "admin.users.create": "user_created",
  "admin.users.createWithAccount": "user_created",
  "admin.users.get": "sensitive_read",
  "admin.users.update": "user_updated",
  "admin.users.updateWithAccount": "user_updated",
  "admin.users.delete": "user_deleted",
  "admin.users.ban": "authz_admin",
  "admin.accounts.create": "authz_admin",
  "admin.accounts.update": "authz_admin",
  "admin.payouts.decide": "authz_admin",
  "admin.certificates": "upload_stored",
};

type Refusals = Partial<Record<TRPC_ERROR_CODE_KEY, string>>;

const refused: Refusals = {
  BAD_REQUEST: "input_validation_fail",
  FORBIDDEN: "authz_fail",
  TOO_MANY_REQUESTS: "excess_rate_limit_exceeded",
};

const refusedSignIn: Refusals = {
  UNAUTHORIZED: "authn_login_fail",
  FORBIDDEN: "authn_login_fail",
  TOO_MANY_REQUESTS: "authn_login_fail_max",
};

const refusedPassword: Refusals = { BAD_REQUEST: "authn_password_change_fail" };

const refusedBy: Record<string, Refusals | undefined> = {
  "auth.login": refusedSignIn,
  "admin.login": refusedSignIn,
  "auth.resetPassword": refusedPassword,
  "trader.changePassword": refusedPassword,
};

/** Tells what a call did, where that is worth watching. */
export function logSecurityEvent(
  call: CallContext,
  name: string,
  input: unknown,
  result: unknown,
): void {
  const event = done[name];
  if (!event) return;
  call.app.metrics.countSecurityEvent(event, name);
  call.log.info({ event, ...about(call, name, input, result) }, event);
}

/** Tells why a call was refused, without what it sent: that may be a secret. */
export function logRefusedCall(
  call: CallContext,
  name: string,
  input: unknown,
  error: unknown,
): void {
  const { code, details } = toErrorResponse(error);
  const event = refusedBy[name]?.[code] ?? refused[code];
  if (!event) return;
  call.app.metrics.countSecurityEvent(event, name);
  const fields = details.issues?.map(({ path }) => path.join("."));
  call.log.warn({ event, ...about(call, name, input), ...(fields && { fields }) }, event);
}

/** Tells the log how a call ended that is no procedure. */
export async function withSecurityEvents<Result>(
  call: CallContext,
  name: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    const result = await work();
    logSecurityEvent(call, name, undefined, result);
    return result;
  } catch (error) {
    logRefusedCall(call, name, undefined, error);
    throw error;
  }
}

function about({ caller, known }: CallContext, name: string, input: unknown, result?: unknown) {
  const { actor } = known;
  const { id, email } = (input ?? {}) as { id?: unknown; email?: unknown };
  const made = (result as { id?: unknown } | undefined)?.id;
  const target = made ?? id;
  return {
    call: name,
    address: caller.address,
    ...(actor && { actor: `${actor.kind} ${actor.id}` }),
    ...(typeof target === "number" && { target }),
    // Tries on one account can be told from others, and nobody's email stands in the log.
    ...(typeof email === "string" && {
      account: hashToken(email.trim().toLowerCase()).slice(0, 12),
    }),
  };
}
