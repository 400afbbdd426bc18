import { Panel } from "../../components/panel/panel.tsx";
import styles from "./chart.module.css";
import { lastWeek } from "./last-week.ts";
import { Days } from "./performance-chart.tsx";

/** A bar a day, up for gains and down for losses, once there are days to show. */
export function ProfitLossChart() {
  const days = lastWeek();
  return (
    <Panel title="Profit and Loss" subtitle="By day">
      <div className={styles.frame} aria-hidden="true">
        <div className={styles.bars}>
          {days.map(({ date }) => (
            <span key={date} className={styles.bar} />
          ))}
        </div>
        <Days days={days} />
      </div>
      <p className={styles.caption}>
        Each day closes with a bar: above the line for a gain, below it for a loss.
      </p>
    </Panel>
  );
}
