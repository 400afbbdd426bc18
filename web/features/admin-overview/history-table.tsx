import Box from "@mui/material/Box";
import type { FirmHistory } from "../../../src/business/watch/overview/overview.schema.ts";
import { formatMoney } from "../../../src/platform/money/money.ts";
import { formatCount } from "../../domain/format/figures.ts";
import { formatCalendarDay } from "../../domain/format/dates.ts";

/** Lists the figures of the charts, newest first. */
export function HistoryTable({ history: { weeks, currency } }: { history: FirmHistory }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- to scroll by keyboard
    <Box role="region" aria-label="Figures by week" tabIndex={0} sx={scrolling}>
      <table>
        <thead>
          <tr>
            <th scope="col">Week of</th>
            <th scope="col">Registrations</th>
            <th scope="col">Requests</th>
            <th scope="col">Requested</th>
            <th scope="col">Of which approved</th>
            <th scope="col">Breaches</th>
          </tr>
        </thead>
        <tbody>
          {weeks.toReversed().map(({ week, registrations, requested, approved, breaches }) => (
            <tr key={week}>
              <th scope="row">{formatCalendarDay(new Date(week))}</th>
              <td>{formatCount(registrations)}</td>
              <td>{formatCount(requested.count)}</td>
              <td>{formatMoney(requested.amount, currency)}</td>
              <td>{formatMoney(approved.amount, currency)}</td>
              <td>{formatCount(breaches)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Box>
  );
}

const scrolling = {
  maxBlockSize: "20rem",
  marginBlockStart: "0.75rem",
  overflow: "auto",
  fontSize: "var(--text-sm)",
  fontVariantNumeric: "tabular-nums",
  "& table": { inlineSize: "100%", borderCollapse: "collapse" },
  "& th, & td": {
    padding: "0.375rem 0.75rem",
    borderBlockEnd: "1px solid var(--line)",
    textAlign: "end",
    fontWeight: 400,
    whiteSpace: "nowrap",
  },
  "& thead th": { color: "text.secondary" },
  "& th:first-of-type": { textAlign: "start" },
};
