import { integer, text, timestamp } from "../../../platform/database/columns.ts";
import { defineList } from "../../../platform/lists/define-list.ts";
import type { Insertable } from "kysely";
import type { z } from "zod";
import type { StaffActor } from "../../../identity/tokens/authenticate-token.ts";
import { lockTrader } from "../../../identity/users/lock-trader.ts";
import { recordEvent } from "../../../identity/audit/record-event.ts";
import type { Context } from "../../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../../platform/database/database.ts";
import type { addNoteInput, Note } from "./note.schema.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { byTrader, type OwnDataPart } from "../../../identity/users/own-data-part.ts";

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

/**
 * Adds an internal note. The audit log records who wrote one and when, but not its text, because events
 * outlive the trader.
 * @throws RefusalError if the trader does not exist
 */
export async function addNote(
  context: Context,
  actor: StaffActor,
  { userId, body }: z.output<typeof addNoteInput>,
): Promise<Note> {
  return inTransaction(context.database, async (transaction) => {
    const trader = await lockTrader(transaction, userId);
    const createdAt = context.clock.now();
    const row: Insertable<Tables["trader_notes"]> = {
      user_id: userId,
      body,
      author_kind: actor.kind,
      author_id: actor.id,
      author_name: actor.label,
      created_at: createdAt.toISOString(),
    };
    const { id } = await kyselyOf(transaction)
      .insertInto("trader_notes")
      .values(row)
      .returning("id")
      .executeTakeFirstOrThrow();
    await recordEvent(context, transaction, actor, { action: "note.added", trader });
    return { id, userId, body, authorName: actor.label, createdAt };
  });
}

export const notesPart: OwnDataPart = {
  name: "internal-notes",
  about: "Internal notes of the administrators, without their authors",
  table: "trader_notes",
  where: byTrader("trader_notes.user_id"),
  key: ["trader_notes.id"],
  isInternal: true,
  columns: {
    body: text("trader_notes.body"),
    createdAt: timestamp("trader_notes.created_at"),
  },
};
