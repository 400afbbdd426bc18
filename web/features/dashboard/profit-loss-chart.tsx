import { Panel } from "../../components/panel/panel.tsx";
import styles from "./chart.module.css";
import { lastWeek } from "./last-week.ts";
import { Days } from "./performance-chart.tsx";

/** The frame of a chart with one bar per day: there is no recorded history to draw yet. */
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
      <p className={styles.caption}>Daily profit and loss is not recorded yet.</p>
    </Panel>
  );
}
