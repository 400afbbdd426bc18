import type { FirmHistory } from "../../../src/business/firm/overview/overview.schema.ts";
import { formatMoney } from "../../../src/platform/money/money.ts";
import { formatCount } from "../../domain/format/counts.ts";
import { formatCalendarDay } from "../../domain/format/dates.ts";
import styles from "./history.module.css";

/** Lists the figures of the charts, newest first. */
export function HistoryTable({ history: { weeks, currency } }: { history: FirmHistory }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- to scroll by keyboard
    <div role="region" aria-label="Figures by week" tabIndex={0} className={styles.table}>
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
    </div>
  );
}
