import Box from "@mui/material/Box";
import { useState } from "react";
import type { TraderReview } from "../../../src/business/decisions/appeals/appeal.schema.ts";
import type { Verdict } from "../../../src/business/rulebook/engine/verdict.schema.ts";
import {
  brokenConduct,
  brokenRules,
} from "../../../src/business/record/verdicts/review-subject.rule.ts";
import { formatMoney } from "../../../src/platform/money/money.ts";
import { Button } from "../../components/button/button.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import { Table } from "../../components/table/table.tsx";
import { formatCount } from "../../domain/format/figures.ts";
import { momentIn } from "../../domain/format/dates.ts";

interface RecordsPanelProps {
  records: NonNullable<TraderReview["records"]>;
  stage: { currency: string };
  verdict: Verdict;
  /** The zone of the rules. */
  timeZone: string;
}

interface ShownRecord {
  key: string;
  time: string;
  what: string;
  figures: string;
  /** Whether it shows the breach. */
  isDecisive: boolean;
}

/** How many records fit on the printed page. */
const PRINTED = 5;
/** How many records the screen shows at first: a feed of every second has hundreds, which are long on a phone. */
const SHOWN_FIRST = 10;

/** The records within 15 minutes of a breach, in order of time; at first, and in a print, only the nearest ones. */
export function RecordsPanel({ records, stage, verdict, timeZone }: RecordsPanelProps) {
  const rows = rowsOf(records, verdict, stage.currency);
  const [isComplete, setComplete] = useState(false);
  if (rows.length === 0) return null;
  const at = Date.parse(verdict.endedAt ?? "");
  const distance = ({ time }: ShownRecord) => Math.abs(Date.parse(time) - at);
  const byDistance = rows.toSorted((a, b) => distance(a) - distance(b));
  const printed = new Set(byDistance.slice(0, PRINTED));
  const first = new Set(byDistance.slice(0, SHOWN_FIRST));
  const shown = isComplete ? rows : rows.filter((row) => row.isDecisive || first.has(row));
  const rest = rows.length - printed.size;
  return (
    <Panel title="Records Within 15 Minutes" subtitle="Those that show the breach are in bold">
      <Box sx={{ "@media print": { display: "none" } }}>
        <Table
          name="Records"
          rows={shown}
          rowKey={({ key }) => key}
          columns={[
            {
              title: "Time",
              card: "start",
              cell: ({ time }) => momentIn(Date.parse(time), timeZone),
            },
            {
              title: "Record",
              cell: ({ what, isDecisive }) => (isDecisive ? <strong>{what}</strong> : what),
            },
            { title: "Figures", cell: ({ figures }) => figures, align: "end" },
          ]}
        />
        {shown.length < rows.length ? (
          <Box sx={{ marginBlockStart: 1.5 }}>
            <Button size="small" onClick={() => setComplete(true)}>
              Show All {formatCount(rows.length)} Records
            </Button>
          </Box>
        ) : null}
      </Box>
      <Box sx={{ display: "none", "@media print": { display: "block" } }}>
        {rows
          .filter((row) => printed.has(row))
          .map(({ key, time, what, figures, isDecisive }) => (
            <p key={key}>
              {momentIn(Date.parse(time), timeZone)}: {isDecisive ? <strong>{what}</strong> : what}.{" "}
              {figures}
            </p>
          ))}
        {rest > 0 ? <p>{`The case file has ${rest} more.`}</p> : null}
      </Box>
    </Panel>
  );
}

function rowsOf(
  { operations, deals, snapshots }: RecordsPanelProps["records"],
  verdict: Verdict,
  currency: string,
): ShownRecord[] {
  const money = (amount: string) => formatMoney(amount, currency);
  const decisive = new Set([
    ...brokenRules(verdict).flatMap(({ breach }) => breach?.by ?? []),
    ...brokenConduct(verdict).flatMap(({ finding }) => finding.deals),
  ]);
  const rows: ShownRecord[] = [
    ...operations.map(({ ticket, time, kind, amount }) => ({
      key: `operation ${ticket}`,
      time,
      what: `Operation ${ticket}: ${kind}`,
      figures: money(amount),
      isDecisive: decisive.has(ticket),
    })),
    ...deals.map(({ ticket, time, entry, side, volume, symbol, price, profit }) => ({
      key: `deal ${ticket}`,
      time,
      what: `Deal ${ticket}: ${side} ${volume} ${symbol} at ${price}, ${entry}`,
      figures: `Profit ${money(profit)}`,
      isDecisive: decisive.has(ticket),
    })),
    ...snapshots.map(({ time, balance, equity }) => ({
      key: `snapshot ${time}`,
      time,
      what: "Snapshot",
      figures: `Equity ${money(equity)}, balance ${money(balance)}`,
      isDecisive: decisive.has(time),
    })),
  ];
  return rows.toSorted((a, b) => Date.parse(a.time) - Date.parse(b.time));
}
