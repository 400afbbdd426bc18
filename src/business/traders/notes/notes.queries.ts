import { integer, text, timestamp } from "../../../platform/database/columns.ts";
import { defineList } from "../../../platform/lists/define-list.ts";

/** The internal notes on traders, newest first. */
export const notes = defineList({
  name: "notes",
  from: "trader_notes",
  columns: {
    id: integer("trader_notes.id"),
    userId: integer("trader_notes.user_id"),
    body: text("trader_notes.body"),
    authorName: text("trader_notes.author_name"),
    createdAt: timestamp("trader_notes.created_at"),
  },
  filters: { userId: "trader_notes.user_id" },
  // A note may hold 40 kB.
  batchSize: 100,
});
