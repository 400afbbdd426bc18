import { Panel } from "../../components/panel/panel.tsx";
import styles from "./chart.module.css";
import { lastWeek } from "./last-week.ts";
import { Days } from "./performance-chart.tsx";

/** An empty chart with one bar per day, for accounts without a trading record. */
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
        Daily results, statistics and trades appear with the first trading record.
      </p>
    </Panel>
  );
}
