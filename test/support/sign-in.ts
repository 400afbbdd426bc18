import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { z } from "zod";
import { registerTrader } from "../../src/business/traders/create-trader.ts";
import { registerInput } from "../../src/business/traders/trader.schema.ts";
import { type Caller, commandLine } from "../../src/identity/audit/record-event.ts";
import type { Role } from "../../src/identity/roles/roles.rule.ts";
import { cookieName, type SessionKind } from "../../src/identity/sessions/cookies.ts";
import type { OpenedSession } from "../../src/identity/sessions/own-sessions.ts";
import { signInAdministrator } from "../../src/identity/sign-in/sign-in-administrator.ts";
import { insertAdministrator } from "../../src/identity/team/administrators.ts";
import { createToken } from "../../src/identity/tokens/tokens.ts";
import { createTokenInput, type CreatedToken } from "../../src/identity/tokens/tokens.schema.ts";
import type { Context } from "../../src/platform/context.ts";
import { inTransaction } from "../../src/platform/database/database.ts";
import { Browser } from "./http.ts";

/*
 * Callers of tests without the calls that create them, which would cost more than most of what is tested: the commands
 * of these calls run directly. The calls have tests of their own.
 */

interface Running {
  app: FastifyInstance;
  context: Context;
}

/** The caller of an injected request. */
function localCaller(): Caller {
  return { address: "127.0.0.1", requestId: randomUUID(), userAgent: "lightMyRequest" };
}

/** Returns a browser with the cookie of a session. */
function browserWith(
  { app, context }: Running,
  kind: SessionKind,
  { token }: OpenedSession,
): Browser {
  const browser = new Browser(app);
  const cookie = app.encodeSecureSession(app.createSecureSession({ token }), kind);
  browser.cookies.set(cookieName(kind, context.config.https), cookie);
  return browser;
}

/** Registers a trader. @returns a browser with the session of the registration */
export async function registeredTrader(
  running: Running,
  fields: z.input<typeof registerInput>,
): Promise<Browser & { id: number }> {
  const input = registerInput.parse(fields);
  const { trader, session } = await registerTrader(running.context, localCaller(), input);
  return Object.assign(browserWith(running, "trader", session), { id: trader.id });
}

/** Creates an administrator. @returns the id and the access key */
export async function addAdministrator(
  context: Context,
  label: string,
  role: Role,
): Promise<{ id: number; key: string }> {
  return inTransaction(context.database, (transaction) =>
    insertAdministrator(context, transaction, commandLine, { label, role }),
  );
}

/** Returns a browser that is signed in with an access key. */
export async function signedInAdministrator(running: Running, accessKey: string): Promise<Browser> {
  const session = await signInAdministrator(running.context, localCaller(), { accessKey });
  return browserWith(running, "administrator", session);
}

/** Creates an API token in the name of an administrator. @returns a client that sends it */
export async function tokenHolder(
  { app, context }: Running,
  owner: { id: number; label: string },
  fields: z.input<typeof createTokenInput>,
): Promise<Browser & Pick<CreatedToken, "id" | "token">> {
  const actor = { kind: "administrator", ...owner, caller: localCaller() } as const;
  const { id, token } = await createToken(context, actor, createTokenInput.parse(fields));
  const browser = new Browser(app);
  browser.headers.authorization = `Bearer ${token}`;
  return Object.assign(browser, { id, token });
}
