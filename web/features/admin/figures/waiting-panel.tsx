import Box from "@mui/material/Box";
import type { Waits } from "../../../../src/business/watch/figures/figures.schema.ts";
import { FigureTable } from "../../../components/table/figure-table.tsx";
import { formatCount } from "../../../domain/format/figures.ts";
import { FigureLink } from "./figure-link.tsx";
import { queueNames, saySeconds, sayShare, sayBucket } from "./figure-words.ts";

type Row = Waits["rows"][number];

/** Shows how long decisions took, and what waits now. */
export function WaitingTables({ answer: { rows, by, open } }: { answer: Waits }) {
  return (
    <Box sx={{ display: "grid", gap: "1.5rem", minWidth: 0, "& > *": { minWidth: 0 } }}>
      {open.length > 0 ? (
        <FigureTable
          name="What waits now"
          rows={open}
          rowKey={({ queue }) => queue}
          columns={[
            { title: "Waiting now", cell: ({ queue }) => queueNames[queue] },
            {
              title: "Open",
              cell: (row) => (
                <FigureLink figure="waiting" by={by} cell={row.cells.open}>
                  {formatCount(row.open)}
                </FigureLink>
              ),
            },
            { title: "The oldest since", cell: (row) => saySeconds(row.oldestSeconds) },
          ]}
        />
      ) : null}
      <FigureTable
        name="Waits by their end"
        rows={rows.filter(({ decided }) => decided > 0).toReversed()}
        rowKey={({ bucket, queue }) => `${bucket} ${queue}`}
        columns={[
          { title: "From", cell: ({ bucket }) => sayBucket(bucket, by) },
          { title: "Wait", isText: true, cell: ({ queue }) => queueNames[queue] },
          {
            title: "Ended",
            cell: (row: Row) => (
              <FigureLink figure="waiting" by={by} cell={row.cells.decided}>
                {formatCount(row.decided)}
              </FigureLink>
            ),
          },
          { title: "Half within", cell: (row) => saySeconds(row.medianSeconds) },
          { title: "90% within", cell: (row) => saySeconds(row.p90Seconds) },
          {
            title: "Within a day",
            cell: (row: Row) => (
              <FigureLink figure="waiting" by={by} cell={row.cells.withinDay}>
                {sayShare(row.withinDayShare)}
              </FigureLink>
            ),
          },
        ]}
      />
    </Box>
  );
}
