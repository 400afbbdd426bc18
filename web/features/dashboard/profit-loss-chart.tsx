import { Panel } from "../../components/panel/panel.tsx";
import styles from "./chart.module.css";
import { lastWeek } from "./last-week.ts";
import { Days } from "./performance-chart.tsx";

/** The frame of a chart with one bar per day, until there is a trading record to draw. */
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
