import type { FastifyRequest } from "fastify";
import { authenticateTrader, findAdministrator } from "../identity/sessions/authenticate.ts";
import { type SessionKind, sessionCookies } from "../identity/sessions/cookies.ts";
import type { CurrentTrader } from "../identity/users/current-trader.schema.ts";
import type { Context } from "../platform/context.ts";
import { RefusalError } from "../platform/lib/errors.ts";
import { readCaller } from "./call-context.ts";
import { readForPage } from "./read-for-page.ts";

/**
 * What a page says about its session, so that the client does not have to ask before it shows a screen. It
 * asks about what is missing, and then gets the reason for which a session was refused.
 */
export interface PageSession {
  /** `null` on a page that can be opened without a session, if there is none. */
  trader?: CurrentTrader | null;
  isAdmin?: true;
}

/** Whose screens a page belongs to. */
export type Area = "public" | SessionKind;

/** Reads the session that a page needs; nothing without the database. */
export async function readPageSession(
  context: Context,
  request: FastifyRequest,
  area: Area,
): Promise<PageSession> {
  const cookies = sessionCookies(request);
  const caller = readCaller(request);
  async function read(): Promise<PageSession> {
    if (area === "administrator") {
      const found = await findAdministrator(context, cookies.read("administrator"), caller);
      return found ? { isAdmin: true } : {};
    }
    const token = cookies.read("trader");
    if (token === undefined) return area === "public" ? { trader: null } : {};
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
