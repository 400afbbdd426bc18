import { sql } from "kysely";
import type { z } from "zod";
import type { CursorPage, ListContext } from "../../../platform/lists/list-declaration.ts";
import { formatDecimal } from "../../../platform/money/money.ts";
import { readCell, unknownCell } from "./cells.rule.ts";
import type { FigureFact, figureRowsInput } from "./figures.schema.ts";
import { type FigureFilter, requireKnown } from "./filter.ts";
import { type LiabilityContext, readLiability } from "./liability-facts.queries.ts";
import { factPasses, type LiabilityFact, liabilityRows } from "./liability.rule.ts";
import { factCursors } from "./read-facts.ts";

/** @throws RefusalError if the filter names a programme or version that does not exist */
async function readPassing(context: LiabilityContext, filter: FigureFilter) {
  await requireKnown(context.database.kysely, filter);
  const { computedAt, facts } = await readLiability(context);
  return { computedAt, facts: facts.filter((fact) => factPasses(fact, filter)) };
}

/**
 * Answers what the firm owes, and what can be withdrawn when.
 * @throws RefusalError if the filter names a programme or version that does not exist
 */
export async function answerLiability(context: LiabilityContext, filter: FigureFilter) {
  const { computedAt, facts } = await readPassing(context, filter);
  return { computedAt: new Date(computedAt), rows: liabilityRows(facts) };
}

/**
 * Reads the rows behind a cell of the liability. All of them are in memory, in the order of the list.
 * @returns reads a page of them
 * @throws RefusalError if there is no such cell, and as its answer does
 */
export async function readLiabilityRows(
  context: LiabilityContext,
  { cell, ...filter }: Omit<z.output<typeof figureRowsInput>, "name" | "format">,
) {
  const { name, bucket, keys } = readCell(cell);
  const [currency] = keys;
  const { facts } = await readPassing(context, filter);
  const found = facts
    .filter((fact) => fact.cell === name && fact.currency === currency)
    .toSorted((a, b) => b.at - a.at || b.id - a.id);
  if (bucket !== null || keys.length !== 1 || found.length === 0) throw unknownCell();
  return async (
    { cipher, database: { kysely } }: ListContext,
    { limit, cursor }: { limit: number; cursor?: string | undefined },
  ): Promise<CursorPage<FigureFact>> => {
    const cursors = factCursors(cipher);
    const after = cursor === undefined ? undefined : cursors.read(cursor);
    const isLater = ({ at, id }: LiabilityFact) =>
      !after || at < after.at.getTime() || (at === after.at.getTime() && id < after.id);
    const start = found.findIndex(isLater);
    const page = start === -1 ? [] : found.slice(start, start + limit);
    const names = await kysely
      .selectFrom("users")
      .select(["id", "full_name"])
      .where("id", "=", sql<number>`any(${page.map(({ userId }) => userId)})`)
      .execute();
    const nameOf = new Map(names.map((user) => [user.id, user.full_name]));
    const rows = page.map(({ kind, id, userId, stageId, at, amount, currency: of }) => ({
      kind,
      id,
      userId,
      fullName: nameOf.get(userId) ?? null,
      stageId,
      at: new Date(at),
      amount: amount === null ? null : formatDecimal(amount),
      currency: amount === null ? null : of,
      seconds: null,
    }));
    const isMore = start !== -1 && start + limit < found.length;
    return { rows, nextCursor: isMore ? cursors.write(rows.at(-1)!) : null };
  };
}
