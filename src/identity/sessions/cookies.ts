import { hkdfSync } from "node:crypto";
import secureSession from "@fastify/secure-session";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Config } from "../../platform/config/config.ts";
import { SECOND } from "../../platform/time/durations.rule.ts";
import type { OpenedSession } from "./own-sessions.ts";

export type SessionKind = "trader" | "administrator";

/** The two encrypted cookies of a call. Each contains the token of a session in the database. */
export interface SessionCookies {
  read(kind: SessionKind): string | undefined;
  write(kind: SessionKind, session: OpenedSession): void;
  clear(kind: SessionKind): void;
}

declare module "fastify" {
  interface FastifyRequest {
    trader: secureSession.Session<{ token: string }>;
    administrator: secureSession.Session<{ token: string }>;
    /** What the browser is to keep beyond the session, for `registerDeviceCookie`; `null` if nothing. */
    keptDevice: string | null;
  }
}

/** With the prefix `__Host-`, browsers reject a cookie of this name from a sibling domain. */
export function cookieName(kind: SessionKind, https: boolean): string {
  return `${https ? "__Host-" : ""}propdesk_${kind}`;
}

/** Derives one key per kind, so that a trader's cookie cannot be decrypted as an administrator's. */
function cookieKey(kind: SessionKind, secret: Buffer): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", `propdesk ${kind} session cookie`, 32));
}

export async function registerSessionCookies(
  app: FastifyInstance,
  config: Pick<Config, "https">,
  secret: Buffer,
): Promise<void> {
  const cookie = { path: "/", httpOnly: true, secure: config.https };
  const settings = (kind: SessionKind, sameSite: "lax" | "strict") => ({
    sessionName: kind,
    cookieName: cookieName(kind, config.https),
    key: cookieKey(kind, secret),
    // Only the session row expires. If the cookie expired while the server's clock is ahead, a sign-out could not end
    // its session, and the cookie would be valid again once the clock is corrected.
    expiry: Infinity,
    cookie: { ...cookie, sameSite },
  });
  await app.register(secureSession, [
    settings("trader", "lax"),
    settings("administrator", "strict"),
  ]);
}

/** For calls with an API token: cookies that the request may carry are neither read nor written. */
export const noCookies: SessionCookies = {
  read: () => undefined,
  write() {},
  clear() {},
};

export function sessionCookies(request: FastifyRequest): SessionCookies {
  return {
    read: (kind) => request[kind].get("token"),
    write(kind, { token, cookieLifetime, device }) {
      request[kind].regenerate();
      request[kind].set("token", token);
      if (cookieLifetime !== undefined) request[kind].options({ maxAge: cookieLifetime / SECOND });
      request.keptDevice = device ?? null;
    },
    clear(kind) {
      request[kind].delete();
    },
  };
}
