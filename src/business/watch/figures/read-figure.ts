import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Tables } from "../../../platform/database/tables.ts";
import type { FigureFacts, FigureRow } from "./figure.ts";
import type { Period } from "./period.rule.ts";

type Reading = Record<string, string | number | null> & { bucket: string };

/**
 * Computes the rows of a figure in one statement.
 * @returns a row for each key that occurs in the period in each bucket, of zeros too, in the order of bucket and keys
 */
export async function readFigure(
  kysely: Kysely<Tables>,
  period: Period,
  figure: FigureFacts,
): Promise<FigureRow[]> {
  const { keys, cells, sums = [], durations = {}, maxima = [] } = figure;
  const columns: RawBuilder<unknown>[] = [
    ...keys.map((key) => sql`${sql.ref(key)}`),
    ...Object.entries(cells).map(
      ([name, when]) => sql`count(*) filter (where ${when})::int as ${sql.ref(`n_${name}`)}`,
    ),
    ...sums.map(
      (name) =>
        sql`coalesce(sum(amount) filter (where ${cells[name]!}), 0)::numeric(40, 2)::text as ${sql.ref(`s_${name}`)}`,
    ),
    ...Object.entries(durations).map(
      ([name, { of, share }]) =>
        sql`percentile_disc(${sql.lit(share)}) within group (order by seconds) filter (where ${of})::float8 as ${sql.ref(`d_${name}`)}`,
    ),
    ...maxima.map((name) => sql`max(${sql.ref(name)}) as ${sql.ref(`m_${name}`)}`),
  ];
  const { rows } = await sql<Reading>`
    with facts as (${figure.facts})
    select ${bucketOf(period)} as bucket, ${sql.join(columns)} from facts
    group by ${sql.join([sql`1`, ...keys.map((key) => sql.ref(key))])}`.execute(kysely);
  return complete(period, figure, rows);
}

/** SQL for the first day of the bucket of a fact. */
export function bucketOf({ buckets }: Period): RawBuilder<string> {
  const days = buckets.map(({ day }) => day);
  const starts = buckets.map(({ startsAt }) => new Date(startsAt).toISOString());
  return sql`(${days}::text[])[width_bucket(facts.at, ${starts}::timestamptz[])]`;
}

/** Adds rows of zeros, and sorts. */
function complete(period: Period, figure: FigureFacts, rows: readonly Reading[]): FigureRow[] {
  const { keys, cells, sums = [], durations = {}, maxima = [] } = figure;
  const keyOf = (row: Reading) => keys.map((key) => row[key] ?? null);
  const found = new Map(rows.map((row) => [JSON.stringify([row.bucket, ...keyOf(row)]), row]));
  const occurring = new Map(rows.map((row) => [JSON.stringify(keyOf(row)), keyOf(row)]));
  const ordered =
    keys.length === 0 ? [[]] : [...occurring.values()].toSorted((a, b) => compareKeys(a, b));
  const read = <Value>(
    names: readonly string[],
    prefix: string,
    row: Reading | undefined,
    empty: Value,
  ) =>
    Object.fromEntries(names.map((name) => [name, (row?.[`${prefix}_${name}`] ?? empty) as Value]));
  return period.buckets.flatMap(({ day }) =>
    ordered.map((values) => {
      const row = found.get(JSON.stringify([day, ...values]));
      return {
        bucket: day,
        keys: values,
        counts: read(Object.keys(cells), "n", row, 0),
        amounts: read(sums, "s", row, "0.00"),
        seconds: read<number | null>(Object.keys(durations), "d", row, null),
        maxima: read(maxima, "m", row, 0),
      };
    }),
  );
}

/** Compares keys one after the other; `null` is last. */
function compareKeys(a: FigureRow["keys"], b: FigureRow["keys"]): number {
  for (const [index, one] of a.entries()) {
    const other = b[index]!;
    if (one === other) continue;
    if (one === null) return 1;
    if (other === null) return -1;
    return one < other ? -1 : 1;
  }
  return 0;
}
