import type { Insertable } from "kysely";
import type { z } from "zod";
import type { StaffActor } from "../../../identity/tokens/token-actor.ts";
import { lockTrader } from "../../../identity/users/lock-trader.ts";
import { recordEvent } from "../../../platform/audit/record-event.ts";
import type { Context } from "../../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../../platform/database/database.ts";
import type { addNoteInput, Note } from "./note.schema.ts";
import type { Tables } from "../../../platform/database/tables.ts";

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
  return inTransaction(context.database, async (em) => {
    const trader = await lockTrader(em, userId);
    const createdAt = context.clock.now();
    const row: Insertable<Tables["trader_notes"]> = {
      user_id: userId,
      body,
      author_kind: actor.kind,
      author_id: actor.id,
      author_name: actor.label,
      created_at: createdAt.toISOString(),
    };
    const { id } = await kyselyOf(em)
      .insertInto("trader_notes")
      .values(row)
      .returning("id")
      .executeTakeFirstOrThrow();
    await recordEvent(context, em, actor, { action: "note.added", trader });
    return { id, userId, body, authorName: actor.label, createdAt };
  });
}
