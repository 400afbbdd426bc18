import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Tables } from "../../../platform/database/tables.ts";
import { invalidField } from "../../../platform/errors.ts";
import type { CursorPage } from "../../../platform/lists/list-declaration.ts";
import type { FigureFact } from "./figures.schema.ts";

/** The last row of a page: its instant and its id. */
type Place = [at: string, id: number];

function readCursor(cursor: string): Place {
  try {
    const place: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString());
    if (Array.isArray(place) && place.length === 2) {
      const [at, id] = place as unknown[];
      if (typeof at === "string" && !Number.isNaN(Date.parse(at)) && Number.isInteger(id))
        return [at, id as number];
    }
  } catch {
    // Any text may be sent.
  }
  throw invalidField("cursor", "cursor must be copied from the Link header of the previous page");
}

/**
 * Reads a page of the facts that a condition selects, the newest first.
 * @param facts a statement with the columns of `FigureFacts`
 */
export async function readFacts(
  kysely: Kysely<Tables>,
  { facts, where }: { facts: RawBuilder<unknown>; where: RawBuilder<boolean> },
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<CursorPage<FigureFact>> {
  const after = cursor === undefined ? undefined : readCursor(cursor);
  const { rows } = await sql<Omit<FigureFact, "at"> & { at: string; id: string; seconds: string }>`
    with facts as (${facts})
    select facts.kind, facts.id, facts.user_id as "userId", users.full_name as "fullName",
      facts.stage_id as "stageId", facts.at, facts.amount::numeric(40, 2)::text as amount,
      facts.currency, facts.seconds
    from facts left join users on users.id = facts.user_id
    where ${where}
      ${after ? sql`and (facts.at, facts.id) < (${after[0]}::timestamptz, ${after[1]}::bigint)` : sql``}
    order by facts.at desc, facts.id desc limit ${limit + 1}`.execute(kysely);
  const found = rows.slice(0, limit).map((row): FigureFact => ({
    ...row,
    id: Number(row.id),
    at: new Date(row.at),
    seconds: row.seconds === null ? null : Number(row.seconds),
  }));
  const last = found.at(-1);
  const isMore = rows.length > limit && last !== undefined;
  const place: Place | undefined = isMore ? [last.at.toISOString(), last.id] : undefined;
  return {
    rows: found,
    nextCursor: place ? Buffer.from(JSON.stringify(place)).toString("base64url") : null,
  };
}
