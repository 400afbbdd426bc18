import { setTimeout } from "node:timers/promises";
import type { FastifyRequest } from "fastify";
import { authenticateTrader, findAdministrator } from "../identity/sessions/authenticate.ts";
import { sessionCookies, type SessionKind } from "../identity/sessions/cookies.ts";
import type { CurrentTrader } from "../identity/users/user.schema.ts";
import type { Context } from "../platform/context.ts";
import { RefusalError } from "../platform/errors.ts";
import { readCaller } from "./call-context.ts";
import { SECOND } from "../platform/time/durations.rule.ts";

/**
 * The session that is embedded in a page, so that the client can show a screen without requesting it first. If it is
 * missing, the client requests it and receives the reason if the session was rejected.
 */
export interface PageSession {
  /** `null` if the page was requested without a session. */
  trader?: CurrentTrader | null;
  isAdmin?: true;
}

/** The area of the web client that a page belongs to. */
export type Area = "public" | SessionKind;

/** Reads the session for a page; empty if it was rejected or the database is not available. */
export async function readPageSession(
  context: Context,
  request: FastifyRequest,
  area: Area,
): Promise<PageSession> {
  const cookies = sessionCookies(request);
  const caller = readCaller(request);
  async function read(): Promise<PageSession> {
    if (area === "administrator") {
      const administrator = await findAdministrator(context, cookies.read("administrator"), caller);
      return administrator ? { isAdmin: true } : {};
    }
    const token = cookies.read("trader");
    if (token === undefined) return { trader: null };
    const { trader } = await authenticateTrader(context, token, caller);
    return { trader };
  }
  return readForPage(
    read(),
    () => ({}),
    (error) => {
      if (!(error instanceof RefusalError))
        request.log.warn({ err: error }, "a page was served without its session");
    },
  );
}

/**
 * Waits for data that a page needs from the database. If reading fails or takes longer than a second, returns a
 * fallback, so that the page is served in any case.
 */
export function readForPage<Value>(
  reading: Promise<Value>,
  fallback: () => Value,
  onFailure: (error: unknown) => void,
): Promise<Value> {
  const read = reading.catch((error: unknown) => {
    onFailure(error);
    return fallback();
  });
  return Promise.race([read, setTimeout(SECOND, undefined, { ref: false }).then(fallback)]);
}
