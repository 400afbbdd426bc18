import { type RawBuilder, sql } from "kysely";
import { sealedCursors } from "../../../platform/lists/cursors.ts";
import type { CursorPage, ListContext } from "../../../platform/lists/list-declaration.ts";
import type { Cipher } from "../../../platform/vault/cipher.ts";
import type { FigureFact } from "./figures.schema.ts";

/** Cursors contain the instant and the id of the last row of a page. */
export function factCursors(cipher: Cipher) {
  const cursors = sealedCursors("cursor:figures", cipher);
  return {
    write: ({ at, id }: Pick<FigureFact, "at" | "id">) =>
      cursors.write({ id, key: [at.toISOString()] }),
    /** @throws RefusalError if the cursor was not written for rows behind figures */
    read(cursor: string): Pick<FigureFact, "at" | "id"> {
      const { id, key } = cursors.read(cursor);
      return { id, at: new Date(String(key?.[0])) };
    },
  };
}

/**
 * Reads a page of the facts that a condition selects, the newest first.
 * @param facts a statement with the columns of `FigureFacts`
 */
export async function readFacts(
  { database: { kysely }, cipher }: Pick<ListContext, "cipher" | "database">,
  { facts, where }: { facts: RawBuilder<unknown>; where: RawBuilder<boolean> },
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<CursorPage<FigureFact>> {
  const cursors = factCursors(cipher);
  const after = cursor === undefined ? undefined : cursors.read(cursor);
  const { rows } = await sql<Omit<FigureFact, "at"> & { at: string; id: string; seconds: string }>`
    with facts as (${facts})
    select facts.kind, facts.id, facts.user_id as "userId", users.full_name as "fullName",
      facts.stage_id as "stageId", facts.at, facts.amount::numeric(40, 2)::text as amount,
      facts.currency, facts.seconds
    from facts left join users on users.id = facts.user_id
    where ${where}
      ${after ? sql`and (facts.at, facts.id) < (${after.at.toISOString()}::timestamptz, ${after.id}::bigint)` : sql``}
    order by facts.at desc, facts.id desc limit ${limit + 1}`.execute(kysely);
  const found = rows.slice(0, limit).map((row): FigureFact => ({
    ...row,
    id: Number(row.id),
    at: new Date(row.at),
    seconds: row.seconds === null ? null : Number(row.seconds),
  }));
  const last = found.at(-1);
  const isMore = rows.length > limit && last !== undefined;
  return { rows: found, nextCursor: isMore ? cursors.write(last) : null };
}
