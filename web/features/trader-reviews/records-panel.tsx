import type { TraderReview } from "../../../src/business/judgement/appeals/appeal.schema.ts";
import { formatMoney } from "../../../src/platform/money/money.ts";
import { Panel } from "../../components/panel/panel.tsx";
import { Table } from "../../components/table/table.tsx";
import { formatExactMoment } from "../../domain/format/dates.ts";

interface RecordsPanelProps {
  records: NonNullable<TraderReview["records"]>;
  stage: { currency: string };
}

interface ShownRecord {
  key: string;
  time: string;
  what: string;
  figures: string;
}

/** The records within 15 minutes of a breach, in one table in order of time. */
export function RecordsPanel({ records, stage }: RecordsPanelProps) {
  const money = (amount: string) => formatMoney(amount, stage.currency);
  const rows: ShownRecord[] = [
    ...records.operations.map(({ ticket, time, kind, amount }) => ({
      key: `operation ${ticket}`,
      time,
      what: `Operation ${ticket}: ${kind}`,
      figures: money(amount),
    })),
    ...records.deals.map(({ ticket, time, entry, side, volume, symbol, price, profit }) => ({
      key: `deal ${ticket}`,
      time,
      what: `Deal ${ticket}: ${side} ${volume} ${symbol} at ${price}, ${entry}`,
      figures: `Profit ${money(profit)}`,
    })),
    ...records.snapshots.map(({ time, balance, equity }) => ({
      key: `snapshot ${time}`,
      time,
      what: "Snapshot",
      figures: `Equity ${money(equity)}, balance ${money(balance)}`,
    })),
  ].toSorted((a, b) => Date.parse(a.time) - Date.parse(b.time));
  if (rows.length === 0) return null;
  return (
    <Panel title="Records Within 15 Minutes">
      <Table
        name="Records"
        rows={rows}
        rowKey={({ key }) => key}
        columns={[
          { title: "Time", cell: ({ time }) => formatExactMoment(new Date(time)) },
          { title: "Record", cell: ({ what }) => what },
          { title: "Figures", cell: ({ figures }) => figures, align: "end" },
        ]}
      />
    </Panel>
  );
}
