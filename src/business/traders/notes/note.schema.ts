import { z } from "zod";
import { id, targetId, timestamp } from "../../../platform/fields/fields.schema.ts";
import { MAX_NOTES, text } from "../../../platform/fields/text.schema.ts";
import {
  scrollPageOf,
  unsearchedListQuery,
  unsearchedScrollQuery,
} from "../../../platform/lists/list.schema.ts";

/** What an administrator wrote about a trader for the team. */
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

export const listNotesInput = unsearchedListQuery({ userId: targetId });
export const notePageInput = unsearchedScrollQuery({ userId: targetId });
export const notePage = scrollPageOf(note);

const emptyNoteMessage = "Please write a note";

export const noteForm = z.strictObject({
  body: text(emptyNoteMessage, MAX_NOTES).min(1, { error: emptyNoteMessage }),
});

export const addNoteInput = noteForm.safeExtend({ userId: targetId });
