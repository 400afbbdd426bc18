import { type Kysely, type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import type { Tables } from "../../../platform/database/tables.ts";
import { notFound } from "../../../platform/errors.ts";
import type { CursorPage, ListContext } from "../../../platform/lists/list-declaration.ts";
import { readFirmTimeZone } from "../../office/settings/firm-settings.ts";
import * as answers from "./answers.ts";
import { breachFacts } from "./breaches.facts.ts";
import { type Cell, nameCell, readCell, unknownCell } from "./cells.rule.ts";
import { cohortFacts } from "./cohorts.facts.ts";
import type { FigureFacts, FigureRow } from "./figure.ts";
import type { FigureFact, figureRowsInput } from "./figures.schema.ts";
import { type FigureFilter, requireKnown } from "./filter.ts";
import { funnelFacts } from "./funnel.facts.ts";
import { moneyFacts } from "./money.facts.ts";
import { type Period, periodOf, type PeriodQuery } from "./period.rule.ts";
import { bucketOf, readFigure } from "./read-figure.ts";
import { readFacts } from "./read-facts.ts";
import type { BucketSize, Queue } from "./figure-names.rule.ts";
import { openWaits, waitingFacts } from "./waiting.facts.ts";

type ReadContext = Pick<ListContext, "clock" | "database">;
export type FigureQuery = PeriodQuery & FigureFilter & { per?: "attempt" | "trader" | undefined };

interface Figure {
  /** How its period is divided if the query does not say. */
  by: BucketSize;
  facts(
    kysely: Kysely<Tables>,
    period: Period,
    query: FigureQuery,
  ): FigureFacts | Promise<FigureFacts>;
}

/** The figures of a period. */
const figures = {
  funnel: { by: "period", facts: (_kysely, period, query) => funnelFacts(period, query) },
  cohorts: {
    by: "month",
    facts: async (kysely, period, { per = "attempt", ...filter }) =>
      cohortFacts(period, filter, { per, mostSteps: await readMostSteps(kysely) }),
  },
  breaches: { by: "month", facts: (_kysely, period, query) => breachFacts(period, query) },
  money: { by: "month", facts: (_kysely, period, query) => moneyFacts(period, query) },
  waiting: { by: "month", facts: (_kysely, period, query) => waitingFacts(period, query) },
} as const satisfies Record<string, Figure>;
export type FigureName = keyof typeof figures;

/** Returns the largest number of steps of any version of a programme, and at least 1. */
async function readMostSteps(kysely: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ most: number }>`
    select coalesce(max(jsonb_array_length(steps)), 1) as most from programme_versions`.execute(
    kysely,
  );
  return rows[0]!.most;
}

async function prepare(
  { clock, database: { kysely } }: ReadContext,
  name: FigureName,
  query: FigureQuery,
) {
  const { by, facts }: Figure = figures[name];
  const timeZone = await readFirmTimeZone(kysely);
  const period = periodOf(query, { now: clock.now().getTime(), timeZone, by });
  await requireKnown(kysely, query);
  return { period, figure: await facts(kysely, period, query) };
}

/**
 * Answers what is the same of all figures of a period.
 * @throws RefusalError if the period is invalid, or the filter names a programme or version that does not exist
 */
async function readAnswer<Row>(
  context: ReadContext,
  name: FigureName,
  query: FigureQuery,
  present: (rows: FigureRow[]) => Row[],
) {
  const { kysely } = context.database;
  const { period, figure } = await prepare(context, name, query);
  const { from, to, timeZone, by } = period;
  const computedAt = context.clock.now();
  const rows = present(await readFigure(kysely, period, figure));
  const { deleted } = await kysely
    .selectFrom("audit_events")
    .select(({ fn }) => fn.countAll<string>().as("deleted"))
    .where("action", "=", "trader.deleted")
    .where("at", ">=", new Date(period.startsAt).toISOString())
    .executeTakeFirstOrThrow();
  return { from, to, timeZone, by, computedAt, deletedTraders: Number(deleted), rows };
}

export const readFunnel = (context: ReadContext, query: FigureQuery) =>
  readAnswer(context, "funnel", query, (rows) => rows.map(answers.funnelRow));

export const readCohorts = (context: ReadContext, query: FigureQuery) =>
  readAnswer(context, "cohorts", query, (rows) => rows.map(answers.cohortRow));

export const readBreaches = (context: ReadContext, query: FigureQuery) =>
  readAnswer(context, "breaches", query, answers.breachRows);

export const readMoney = (context: ReadContext, query: FigureQuery) =>
  readAnswer(context, "money", query, (rows) => rows.map(answers.moneyRow));

export async function readWaits(context: ReadContext, query: FigureQuery) {
  const answer = await readAnswer(context, "waiting", query, (rows) =>
    rows.map(answers.waitingRow),
  );
  const { rows } = await sql<{ queue: Queue; open: number; oldestSeconds: number }>`
    with facts as (${openWaits(query, answer.computedAt)})
    select queue, count(*)::int as open, max(seconds)::float8 as "oldestSeconds" from facts
    group by queue order by queue`.execute(context.database.kysely);
  const open = rows.map((row) => ({
    ...row,
    cells: { open: nameCell({ name: OPEN, bucket: null, keys: [row.queue] }) },
  }));
  return { ...answer, open };
}

const OPEN = "open";

/**
 * Reads the rows behind a cell of an answer, the newest first.
 * @param query that of the answer, with the cell
 * @throws RefusalError if there is no such figure or cell, and as its answer does
 */
export async function readFigureRows(
  context: ListContext,
  { name, cell, limit, cursor, ...query }: z.output<typeof figureRowsInput> & { limit: number },
): Promise<CursorPage<FigureFact>> {
  if (!isFigureName(name)) throw notFound("Figure");
  const wanted = readCell(cell);
  const { period, figure } = await prepare(context, name, query);
  const selection =
    name === "waiting" && wanted.bucket === null
      ? openSelection(wanted, query, context.clock.now())
      : selectionOf(wanted, period, figure);
  return readFacts(context, selection, { limit, cursor });
}

export function isFigureName(name: string): name is FigureName {
  return Object.hasOwn(figures, name);
}

function openSelection({ name, keys }: Cell, filter: FigureFilter, now: Date) {
  if (name !== OPEN || keys.length !== 1) throw unknownCell();
  return { facts: openWaits(filter, now), where: sql<boolean>`queue = ${String(keys[0])}` };
}

function selectionOf(
  { name, bucket, keys }: Cell,
  period: Period,
  figure: FigureFacts,
): { facts: RawBuilder<unknown>; where: RawBuilder<boolean> } {
  const condition = Object.hasOwn(figure.cells, name) ? figure.cells[name] : undefined;
  const isBucket = period.buckets.some(({ day }) => day === bucket);
  if (!condition || !isBucket || keys.length !== figure.keys.length) throw unknownCell();
  const ofKeys = figure.keys.map(
    (key, index) => sql`facts.${sql.ref(key)}::text is not distinct from ${asText(keys[index])}`,
  );
  const where = sql.join([sql`${bucketOf(period)} = ${bucket}`, ...ofKeys, condition], sql` and `);
  return { facts: figure.facts, where: sql<boolean>`(${where})` };
}

const asText = (key: string | number | null | undefined) =>
  key === null || key === undefined ? null : String(key);
