import { z } from "zod";
import { id, targetId, timestamp } from "../../../platform/lib/fields.schema.ts";
import { MAX_NOTES, text } from "../../../platform/lib/text.schema.ts";
import { listQuery, scrollPageOf, scrollQuery } from "../../../platform/lists/list.schema.ts";

/** What an administrator wrote about a trader for colleagues. */
export const note = z
  .object({
    id,
    userId: id,
    body: z.string(),
    authorName: z
      .string()
      .meta({ description: "The name of the administrator or API token at that time" }),
    createdAt: timestamp,
  })
  .meta({ id: "Note" });
export type Note = z.infer<typeof note>;

const { search: _listSearch, ...ofTrader } = listQuery({ userId: targetId }).shape;
export const listNotesInput = z.strictObject(ofTrader);

const { search: _pageSearch, ...pageOfTrader } = scrollQuery({ userId: targetId }).shape;
export const notePageInput = z.strictObject(pageOfTrader);
export const notePage = scrollPageOf(note);

export const emptyNoteMessage = "Please write a note";

export const noteForm = z.strictObject({
  body: text(emptyNoteMessage, MAX_NOTES).min(1, { error: emptyNoteMessage }),
});

export const addNoteInput = noteForm.safeExtend({ userId: targetId });
