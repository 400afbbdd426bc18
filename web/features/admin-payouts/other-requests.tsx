import { Link } from "@tanstack/react-router";
import type { PayoutDesk } from "../../../src/business/money/payouts/desk.schema.ts";
import { formatMoney } from "../../../src/platform/money/money.ts";
import { StatusBadge } from "../../components/badge/status-badge.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import { Table, type Column } from "../../components/table/table.tsx";
import { formatDay } from "../../domain/format/dates.ts";
import styles from "./desk.module.css";

type Other = PayoutDesk["others"][number];

/** Lists the trader's other requests that belong to the stage of this one or are still pending. */
export function OtherRequests({ desk: { payout, others, sums } }: { desk: PayoutDesk }) {
  const amount = (value: string) => formatMoney(value, payout.currency);
  const hasOthers = others.some(({ currency }) => currency !== payout.currency);
  const columns: Column<Other>[] = [
    {
      title: "ID",
      card: "start",
      cell: ({ id }) => <Link to="/admin/payouts/$id" params={{ id: String(id) }}>{`#${id}`}</Link>,
    },
    { title: "Date", cell: ({ createdAt }) => formatDay(createdAt) },
    {
      title: "Status",
      cell: ({ status, paidAt }) => (
        <span className={styles.standing}>
          <StatusBadge status={status} />
          {paidAt ? <small>{`Paid ${formatDay(paidAt)}`}</small> : null}
        </span>
      ),
    },
    {
      title: "Amount",
      align: "end",
      card: "end",
      cell: (other) => formatMoney(other.amount, other.currency),
    },
  ];
  return (
    <Panel title="Requests in This Stage" subtitle="Including pending requests of other stages">
      <dl className={styles.sums}>
        <Sum name="Pending" value={amount(sums.pending)} />
        <Sum name="Approved, unpaid" value={amount(sums.approved)} />
        <Sum name="Paid" value={amount(sums.paid)} />
      </dl>
      {hasOthers ? (
        <p className={styles.soft}>{`The sums contain only requests in ${payout.currency}.`}</p>
      ) : null}
      {others.length === 0 ? (
        <p className={styles.soft}>This is the only one.</p>
      ) : (
        <Table name="Other requests" columns={columns} rows={others} rowKey={({ id }) => id} />
      )}
      {sums.count - 1 > others.length ? (
        <p
          className={styles.soft}
        >{`${sums.count - 1 - others.length} older ones are not shown.`}</p>
      ) : null}
    </Panel>
  );
}

function Sum({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
