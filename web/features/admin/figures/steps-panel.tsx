import type { Funnel } from "../../../../src/business/watch/figures/figures.schema.ts";
import { staleTimes } from "../../../app/api-client/query-client.ts";
import { type FigureColumn, FigureTable } from "../../../components/table/figure-table.tsx";
import { formatCount } from "../../../domain/format/figures.ts";
import { trpc } from "../../../trpc.ts";
import { FigureLink } from "./figure-link.tsx";
import { saySeconds, sayShare, sayBucket } from "./figure-words.ts";

type Row = Funnel["rows"][number];

/** Shows how the stages stand that started in the period, by programme and step. */
export function StepsTable({ answer: { rows, by } }: { answer: Funnel }) {
  const programmes = trpc.admin.programmes.list.useQuery(
    { archived: true },
    { staleTime: staleTimes.adminPages },
  );
  const nameOf = ({ programmeId, programmeVersionId, phase }: Row) => {
    const programme = programmes.data?.find(({ id }) => id === programmeId);
    const version = programme?.versions.find(({ id }) => id === programmeVersionId);
    if (!programme || !version) return phase;
    return `${programme.name} (version ${version.version}): ${phase}`;
  };
  const counted = (title: string, name: keyof Row["cells"]): FigureColumn<Row> => ({
    title,
    cell: (row) => (
      <FigureLink figure="funnel" by={by} cell={row.cells[name]}>
        {formatCount(row[name])}
      </FigureLink>
    ),
  });
  return (
    <FigureTable
      name="Stages by step"
      rows={rows}
      rowKey={({ bucket, programmeVersionId, step, phase }) =>
        `${bucket} ${programmeVersionId} ${step} ${phase}`
      }
      columns={[
        { title: "Step", cell: nameOf },
        ...(by === "period"
          ? []
          : [
              {
                title: "From",
                cell: ({ bucket }: Row) => sayBucket(bucket, by),
              },
            ]),
        counted("Started", "started"),
        counted("Passed", "passed"),
        counted("Failed", "failed"),
        counted("Ended otherwise", "abandoned"),
        counted("Open", "open"),
        { title: "Pass rate", cell: ({ passRate }) => sayShare(passRate) },
        { title: "Half pass within", cell: (row) => saySeconds(row.medianSecondsToPass) },
        { title: "Half fail within", cell: (row) => saySeconds(row.medianSecondsToFail) },
      ]}
    />
  );
}
