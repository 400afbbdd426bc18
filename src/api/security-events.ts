import type { FastifyRequest } from "fastify";
import type { ErrorAnswer } from "./errors-to-http.ts";
import { isForeignWrite } from "./origin.ts";

/** Where a wrong secret is what 401 means; elsewhere somebody is just not signed in. */
const signIns = new Set(["/api/login", "/api/admin/login", "auth.login", "admin.login"]);

/** What OWASP's logging vocabulary calls a refusal; `undefined` for one that is everyday. */
function eventOf(request: FastifyRequest, { code }: ErrorAnswer): string | undefined {
  const { path } = request.params as { path?: string };
  switch (code) {
    case "UNAUTHORIZED":
      return signIns.has(path ?? request.routeOptions.url ?? "") ? "authn_login_fail" : undefined;
    case "FORBIDDEN":
      return isForeignWrite(request) ? "malicious_cors" : "authz_fail";
    case "TOO_MANY_REQUESTS":
      return "excess_rate_limit_exceeded";
    case "BAD_REQUEST":
    case "PAYLOAD_TOO_LARGE":
    case "UNPROCESSABLE_CONTENT":
    case "UNSUPPORTED_MEDIA_TYPE":
      return "input_validation_fail";
    default:
      return undefined;
  }
}

const quiet = new Set(["input_validation_fail"]);

/**
 * Tells whoever watches the log what was refused, to which address and under which request id;
 * nothing of what was sent. What succeeded, and who did it, is in the audit log.
 */
export function logSecurityEvent(request: FastifyRequest, answer: ErrorAnswer): void {
  const event = eventOf(request, answer);
  if (event === undefined) return;
  const { method, url, ip } = request;
  const entry = { event, status: answer.status, method, path: url.split("?", 1)[0], address: ip };
  request.log[quiet.has(event) ? "info" : "warn"](entry, "refused");
}
