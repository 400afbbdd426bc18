import type { Cohorts } from "../../../../src/business/watch/figures/figures.schema.ts";
import { FigureTable } from "../../../components/table/figure-table.tsx";
import { formatCount } from "../../../domain/format/figures.ts";
import { FigureChart } from "./figure-chart.tsx";
import { FigureLink } from "./figure-link.tsx";
import { sayBucket } from "./figure-words.ts";

type Row = Cohorts["rows"][number];

/** Shows how far attempts came, by when they started. */
export function AttemptsTable({ answer: { rows, by } }: { answer: Cohorts }) {
  const steps = Math.max(0, ...rows.map(({ reached }) => reached.length));
  const link = (cell: string | null | undefined, count: number) => (
    <FigureLink figure="cohorts" by={by} cell={cell}>
      {formatCount(count)}
    </FigureLink>
  );
  const counted = (title: string, name: "started" | "funded" | "paid" | "open") => ({
    title,
    cell: (row: Row) => link(row.cells[name], row[name]),
  });
  return (
    <>
      <FigureChart
        title="Attempts"
        main="Started"
        second="Of which funded"
        points={rows.map(({ bucket, started, funded }) => ({
          day: bucket,
          main: started,
          second: funded,
        }))}
      />
      <FigureTable
        name="Attempts by their start"
        rows={rows.toReversed()}
        rowKey={({ bucket }) => bucket}
        columns={[
          { title: "From", cell: ({ bucket }) => sayBucket(bucket, by) },
          counted("Started", "started"),
          ...Array.from({ length: steps }, (_, index) => ({
            title: `Step ${index + 1}`,
            cell: ({ reached, cells }: Row) => link(cells.reached[index], reached[index] ?? 0),
          })),
          counted("Funded", "funded"),
          counted("Paid", "paid"),
          counted("Still open", "open"),
        ]}
      />
    </>
  );
}
