import type { TradingAccount } from "../../../src/business/accounts/account.schema.ts";
import { Panel } from "../../components/panel/panel.tsx";
import { accountPosition } from "./account-position.ts";
import { lastWeek } from "./last-week.ts";
import styles from "./chart.module.css";

/** The frame of the chart and today's point: there is no recorded history to draw yet. */
export function PerformanceChart({ account }: { account: TradingAccount }) {
  const days = lastWeek();
  const fromTop = `${(1 - accountPosition(account)) * 100}%`;
  return (
    <Panel title="Performance" subtitle="Last week">
      <div className={styles.frame} aria-hidden="true">
        <div className={styles.plot}>
          <span className={`${styles.line} ${styles.target}`}>Target</span>
          <span className={`${styles.line} ${styles.start}`}>Start</span>
          <span className={`${styles.line} ${styles.limit}`}>Limit</span>
          <div className={styles.field}>
            <span className={styles.today} style={{ insetBlockStart: fromTop }}>
              Today
            </span>
          </div>
        </div>
        <Days days={days} />
      </div>
      <p className={styles.caption}>
        The point is the account's position today. Its daily history is not recorded yet.
      </p>
    </Panel>
  );
}

export function Days({ days }: { days: ReturnType<typeof lastWeek> }) {
  return (
    <div className={styles.days}>
      {days.map(({ date, label }) => (
        <span key={date}>{label}</span>
      ))}
    </div>
  );
}
