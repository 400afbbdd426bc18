import type { Statistics } from "../../../src/business/trading/records/record.schema.ts";
import { Panel } from "../../components/panel/panel.tsx";
import { statisticsFigures } from "./statistics-figures.ts";
import styles from "./statistics.module.css";

interface StatisticsPanelProps {
  statistics: Statistics;
  currency: string;
}

export function StatisticsPanel({ statistics, currency }: StatisticsPanelProps) {
  return (
    <Panel title="Statistics" subtitle="Closed trades">
      <dl className={styles.figures}>
        {statisticsFigures(statistics, currency).map(({ name, value, note, tone }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd data-tone={tone}>{value}</dd>
            {note ? <dd className={styles.note}>{note}</dd> : null}
          </div>
        ))}
      </dl>
    </Panel>
  );
}
