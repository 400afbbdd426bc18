import type { EquityPoint } from "../../../src/business/trading/records/record.schema.ts";
import { formatMoment } from "../../domain/format/dates.ts";
import { equityFigures, type StageMoney } from "./equity-figures.ts";
import styles from "./equity.module.css";

interface EquityTableProps {
  points: readonly EquityPoint[];
  stage: StageMoney;
}

/** Lists the points of the chart, newest first. */
export function EquityTable({ points, stage }: EquityTableProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- to scroll by keyboard
    <div role="region" aria-label="Points of the chart" tabIndex={0} className={styles.points}>
      <table>
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">Balance</th>
            <th scope="col">Equity</th>
            <th scope="col">Change</th>
          </tr>
        </thead>
        <tbody>
          {points.toReversed().map((point) => {
            const { balance, equity, change } = equityFigures(point, stage);
            return (
              <tr key={point.time.getTime()}>
                <td>{formatMoment(point.time)}</td>
                <td>{balance}</td>
                <td>{equity ?? "Not observed"}</td>
                <td>{change}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
