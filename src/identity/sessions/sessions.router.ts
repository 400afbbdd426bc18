import { z } from "zod";
import { callsAbout } from "../../calls/procedures.ts";
import { t } from "../../calls/trpc.ts";
import { message } from "../../platform/fields/fields.schema.ts";
import { endOtherSessions, endOwnSession, listOwnSessions } from "./own-sessions.ts";
import { activeSession, sessionIdInput } from "./session.schema.ts";

const { traderCall } = callsAbout("Session");

/** The trader's own sessions. */
export const traderSessionsRouter = t.router({
  list: traderCall({
    rest: "GET /user/sessions",
    summary: "List your sessions, the current one first, then by last use",
    description: "Each names its device and address. Expired sessions are not listed.",
  })
    .output(z.array(activeSession))
    .query(({ ctx }) => listOwnSessions(ctx.app, ctx.actor)),

  end: traderCall({
    rest: "DELETE /user/sessions/{id}",
    summary: "Sign out one of your sessions",
    description: "Takes effect with the next request from that device.",
    response: { message: "Signed out there" },
    event: "session_expired",
  })
    .input(sessionIdInput)
    .output(message)
    .mutation(async ({ ctx, input }) => {
      await endOwnSession(ctx.app, ctx.actor, input.id);
      return { message: "Signed out there" };
    }),

  endOthers: traderCall({
    rest: "POST /user/sessions/end-others",
    summary: "Sign out all your other sessions",
    description: "The session of this request is kept.",
    response: { message: "Signed out of 2 other sessions" },
    event: "session_expired",
  })
    .output(message)
    .mutation(async ({ ctx }) => {
      const ended = await endOtherSessions(ctx.app, ctx.actor);
      return { message: `Signed out of ${ended} other ${ended === 1 ? "session" : "sessions"}` };
    }),
});
