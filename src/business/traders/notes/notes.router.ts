import { z } from "zod";
import { callsAbout } from "../../../calls/procedures.ts";
import { respondWithPage } from "../../../calls/respond-with-page.ts";
import { t } from "../../../calls/trpc.ts";
import { findAccountId } from "../accounts/accounts.queries.ts";
import { addNote, notes } from "./notes.ts";
import { addNoteInput, listNotesInput, note, notePage, notePageInput } from "./note.schema.ts";

const { administratorCall } = callsAbout("Administration");

/** Internal notes on a trader. */
export const adminNotesRouter = t.router({
  list: administratorCall("traders.read", {
    rest: "GET /admin/user/{userId}/notes",
    scope: "users:read",
    summary: "List the internal notes on a trader, newest first",
    description: "Traders never receive them.",
  })
    .input(listNotesInput)
    .output(z.array(note))
    .query(async ({ ctx, input }) => {
      await findAccountId(ctx.app.database.kysely, input.userId);
      return respondWithPage(ctx, notes, input);
    }),

  /** For the web client: a page, and the cursor of the next one. */
  page: administratorCall("traders.read", { scope: "users:read" })
    .input(notePageInput)
    .output(notePage)
    .query(({ ctx, input }) => notes.readCursorPage(ctx.app, input)),

  add: administratorCall("notes.write", {
    rest: "POST /admin/user/{userId}/notes",
    scope: "users:write",
    summary: "Add an internal note on a trader",
    description: "Notes are never changed; deleting the trader removes them.",
    successStatus: 201,
    event: "authz_admin",
    example: { body: "Called about the documents; sends a new passport copy by Friday." },
  })
    .input(addNoteInput)
    .output(note)
    .mutation(({ ctx, input }) => addNote(ctx.app, ctx.actor, input)),
});
