import type { Waiting } from "../../../src/business/firm/overview/overview.schema.ts";
import { formatTotal, useWaiting } from "../api-client/use-waiting.ts";
import styles from "./admin-layout.module.css";
import type { WaitingQueue } from "./admin-pages.ts";

/** The number of items that wait in a queue; nothing if there are none. */
export function WaitingCount({ queue }: { queue: WaitingQueue }) {
  const { data } = useWaiting();
  const waiting = data && totalOf(data, queue);
  if (!waiting || waiting.total === 0) return null;
  return (
    <span className={styles.count}>
      {formatTotal(waiting)}
      <span className={styles.unseen}> waiting</span>
    </span>
  );
}

function totalOf(data: Waiting, queue: WaitingQueue) {
  if (queue !== "payouts") return data[queue];
  const { overThreeDays, oneToThreeDays, underOneDay } = data.payouts;
  const ages = [overThreeDays, oneToThreeDays, underOneDay];
  return {
    total: ages.reduce((sum, { total }) => sum + total, 0),
    exceedsTotal: ages.some(({ exceedsTotal }) => exceedsTotal),
  };
}
