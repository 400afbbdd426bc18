import type { ReactNode } from "react";
import type { TradingAccount } from "../../../src/business/traders/accounts/account.schema.ts";
import { Panel } from "../../components/panel/panel.tsx";
import { accountPosition } from "./account-position.ts";
import { lastWeek } from "./last-week.ts";
import styles from "./chart.module.css";

interface PerformanceChartProps {
  account: TradingAccount;
  /** Shown next to the title. */
  tools?: ReactNode;
}

/** An empty chart with today's point, for accounts without a trading record. */
export function PerformanceChart({ account, tools }: PerformanceChartProps) {
  const days = lastWeek();
  const fromTop = `${(1 - accountPosition(account)) * 100}%`;
  return (
    <Panel title="Performance" subtitle="Last week" aside={tools}>
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
        The point is the account's position today. The chart begins with the first trading record
        that the firm imports or receives from the platform.
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
