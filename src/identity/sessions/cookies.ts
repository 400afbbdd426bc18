import { hkdfSync } from "node:crypto";
import secureSession from "@fastify/secure-session";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Config } from "../../platform/config/config.ts";
import { SECOND } from "../../platform/lib/clock.ts";
import { type OpenedSession, sessionLifetimes } from "./open-session.ts";

export type SessionKind = "trader" | "administrator";

/** The two sealed cookies of one call. Each carries a token; the session itself is a row. */
export interface SessionCookies {
  read(kind: SessionKind): string | undefined;
  write(kind: SessionKind, session: OpenedSession): void;
  clear(kind: SessionKind): void;
}

declare module "fastify" {
  interface FastifyRequest {
    trader: secureSession.Session<{ token: string }>;
    administrator: secureSession.Session<{ token: string }>;
  }
}

/** The `__Host-` prefix makes browsers refuse a cookie of this name from a sibling domain. */
export function cookieName(kind: SessionKind, https: boolean): string {
  return `${https ? "__Host-" : ""}propdesk_${kind}`;
}

/** A key for each kind: a trader's cookie does not even open as an administrator's. */
function cookieKey(kind: SessionKind, secret: Buffer): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", `propdesk ${kind} session cookie`, 32));
}

export async function registerSessionCookies(
  app: FastifyInstance,
  config: Pick<Config, "https">,
  secret: Buffer,
): Promise<void> {
  const cookie = { path: "/", httpOnly: true, secure: config.https };
  const settings = (kind: SessionKind, longest: number, sameSite: "lax" | "strict") => ({
    sessionName: kind,
    cookieName: cookieName(kind, config.https),
    key: cookieKey(kind, secret),
    // The row decides when a session ends; the seal only has to last as long.
    expiry: longest / SECOND,
    cookie: { ...cookie, sameSite },
  });
  await app.register(secureSession, [
    settings("trader", sessionLifetimes.rememberedTrader, "lax"),
    settings("administrator", sessionLifetimes.administrator, "strict"),
  ]);
}

export function sessionCookies(request: FastifyRequest): SessionCookies {
  return {
    read: (kind) => request[kind].get("token"),
    write(kind, { token, keepFor }) {
      request[kind].regenerate();
      request[kind].set("token", token);
      if (keepFor !== undefined) request[kind].options({ maxAge: keepFor / SECOND });
    },
    clear(kind) {
      request[kind].delete();
    },
  };
}
