import type { FirmHistory } from "../../../../src/business/watch/overview/overview.schema.ts";
import { formatMoney } from "../../../../src/platform/money/money.ts";
import { FigureTable } from "../../../components/table/figure-table.tsx";
import { formatCount } from "../../../domain/format/figures.ts";
import { formatCalendarDay } from "../../../domain/format/dates.ts";

/** Lists the figures of the charts, newest first. */
export function HistoryTable({ history: { weeks, currency } }: { history: FirmHistory }) {
  return (
    <FigureTable
      name="Figures by week"
      rows={weeks.toReversed()}
      rowKey={({ week }) => week}
      columns={[
        { title: "Week of", cell: ({ week }) => formatCalendarDay(new Date(week)) },
        { title: "Registrations", cell: ({ registrations }) => formatCount(registrations) },
        { title: "Requests", cell: ({ requested }) => formatCount(requested.count) },
        { title: "Requested", cell: ({ requested }) => formatMoney(requested.amount, currency) },
        {
          title: "Of which approved",
          cell: ({ approved }) => formatMoney(approved.amount, currency),
        },
        { title: "Breaches", cell: ({ breaches }) => formatCount(breaches) },
      ]}
    />
  );
}
