import type { Breaches } from "../../../../src/business/watch/figures/figures.schema.ts";
import { type FigureColumn, FigureTable } from "../../../components/table/figure-table.tsx";
import { formatCount } from "../../../domain/format/figures.ts";
import { FigureChart } from "./figure-chart.tsx";
import { FigureLink } from "./figure-link.tsx";
import { kindName, saySeconds, sayShare, sayBucket } from "./figure-words.ts";

type Row = Breaches["rows"][number];

/** Shows which rules were broken, and what was decided. */
export function BreachesTable({ answer: { rows, by } }: { answer: Breaches }) {
  const counted = (title: string, name: keyof Row["cells"]): FigureColumn<Row> => ({
    title,
    cell: (row) => (
      <FigureLink figure="breaches" by={by} cell={row.cells[name]}>
        {formatCount(row[name])}
      </FigureLink>
    ),
  });
  const shown = rows.filter(({ breaches }) => breaches > 0);
  const buckets = Map.groupBy(rows, ({ bucket }) => bucket);
  return (
    <>
      <FigureChart
        title="Breaches"
        main="Breaches"
        second="Of which confirmed"
        points={Array.from(buckets, ([day, ofDay]) => ({
          day,
          main: ofDay.reduce((sum, { breaches }) => sum + breaches, 0),
          second: ofDay.reduce((sum, { confirmed }) => sum + confirmed, 0),
        }))}
      />
      <FigureTable
        name="Breaches by rule"
        rows={shown.toReversed()}
        rowKey={({ bucket, kind }) => `${bucket} ${kind}`}
        columns={[
          { title: "From", cell: ({ bucket }) => sayBucket(bucket, by) },
          { title: "Rule", isText: true, cell: ({ kind }) => kindName(kind) },
          counted("Breaches", "breaches"),
          counted("Undecided", "open"),
          counted("Confirmed", "confirmed"),
          counted("Dismissed", "dismissed"),
          counted("Overturned", "overturned"),
          { title: "Of the confirmed", cell: ({ share }) => sayShare(share) },
          { title: "Half break it within", cell: (row) => saySeconds(row.medianSecondsFromStart) },
        ]}
      />
    </>
  );
}
