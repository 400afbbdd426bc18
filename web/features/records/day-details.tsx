import type { ReactNode } from "react";
import type { TradingDay } from "../../../src/business/records/record.schema.ts";
import { formatMoney, formatResult } from "../../../src/platform/money/money.ts";
import styles from "./calendar.module.css";
import { formatLongTradingDay } from "./day-names.ts";
import { EvidenceMark, evidenceSentences } from "./evidence-mark.tsx";
import { toneOf } from "./tones.ts";

/** Shows all figures of the selected day. */
export function DayDetails({ result, currency }: { result: TradingDay; currency: string }) {
  const amount = (value: string) => formatMoney(value, currency);
  const { day, net, trades, wins, losses, evidence } = result;
  const { openingBalance, closingBalance, equityLow, equityHigh } = result;
  return (
    <section aria-label="Selected day" aria-live="polite" className={styles.details}>
      <h3>{formatLongTradingDay(day)}</h3>
      <dl>
        <Detail name="Result">
          <span className={styles.net} data-tone={toneOf(net)}>
            {formatResult(net, currency)}
          </span>
        </Detail>
        <Detail name="Trades closed">{`${trades} (${wins} won, ${losses} lost)`}</Detail>
        <Detail name="Opening balance">{amount(openingBalance)}</Detail>
        <Detail name="Closing balance">{amount(closingBalance)}</Detail>
        <Detail name="Observed equity">
          {equityLow === null || equityHigh === null
            ? "Not observed"
            : `${amount(equityLow)} to ${amount(equityHigh)}`}
        </Detail>
      </dl>
      <p>
        <EvidenceMark evidence={evidence} />
        {evidenceSentences[evidence]}
      </p>
    </section>
  );
}

function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
