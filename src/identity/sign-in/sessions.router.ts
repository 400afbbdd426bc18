import { z } from "zod";
import { traderProcedure } from "../calls/procedures.ts";
import { rest } from "../calls/rest-meta.ts";
import { t } from "../calls/trpc.ts";
import { message } from "../../platform/lib/message.schema.ts";
import { endOtherSessions, endOwnSession, listOwnSessions } from "../sessions/own-sessions.ts";
import { activeSession, sessionIdInput } from "../sessions/session.schema.ts";

/** The trader's own sessions. */
export const traderSessionsRouter = t.router({
  list: traderProcedure
    .meta(
      rest("GET /user/sessions", {
        summary: "Where the trader is signed in: this session, then the others, last seen first",
        tag: "Session",
        errors: [401, 403],
      }),
    )
    .output(z.array(activeSession))
    .query(({ ctx }) => listOwnSessions(ctx.app, ctx.actor)),

  end: traderProcedure
    .meta(
      rest("DELETE /user/sessions/{id}", {
        summary: "Sign out one session",
        tag: "Session",
        errors: [401, 403, 404],
      }),
    )
    .input(sessionIdInput)
    .output(message)
    .mutation(async ({ ctx, input }) => {
      await endOwnSession(ctx.app, ctx.actor, input.id);
      return { message: "Signed out there" };
    }),

  endOthers: traderProcedure
    .meta(
      rest("POST /user/sessions/end-others", {
        summary: "Sign out everywhere but here",
        tag: "Session",
        errors: [401, 403],
      }),
    )
    .output(message)
    .mutation(async ({ ctx }) => {
      const ended = await endOtherSessions(ctx.app, ctx.actor);
      return { message: `Signed out of ${ended} other ${ended === 1 ? "session" : "sessions"}` };
    }),
});
