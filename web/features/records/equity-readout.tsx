import { formatMoment } from "../../domain/format/dates.ts";
import type { EquityFigures } from "./equity-figures.ts";
import styles from "./equity.module.css";

interface EquityReadoutProps {
  time: Date;
  /** No point is selected, so the last one is shown. */
  isLatest: boolean;
  figures: EquityFigures;
  /** Whether equity has its own curve. */
  hasEquityCurve: boolean;
}

/** Shows the figures of one point, and serves as the legend of the curves. */
export function EquityReadout({ time, isLatest, figures, hasEquityCurve }: EquityReadoutProps) {
  const { balance, equity, change, percent, tone } = figures;
  return (
    <dl className={styles.readout}>
      <div>
        <dt>{isLatest ? "Latest" : "Time"}</dt>
        <dd>{formatMoment(time)}</dd>
      </div>
      <div>
        <dt className={styles.main}>Balance</dt>
        <dd>{balance}</dd>
      </div>
      <div>
        <dt className={hasEquityCurve ? styles.second : undefined}>Equity</dt>
        <dd>{equity ?? <span className={styles.unknown}>Not observed</span>}</dd>
      </div>
      <div>
        <dt>Change</dt>
        <dd className={tone ? styles[tone] : undefined}>
          {change}
          {percent === null ? null : <small>{percent}</small>}
        </dd>
      </div>
    </dl>
  );
}
