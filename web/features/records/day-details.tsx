import type { TradingDay } from "../../../src/business/trading/records/record.schema.ts";
import { formatMoney, formatResult } from "../../../src/platform/money/money.ts";
import { Fact, FactColumns } from "../../components/panel/facts.tsx";
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
      <FactColumns className={styles.dayFigures}>
        <Fact name="Result">
          <span className={styles.net} data-tone={toneOf(net)}>
            {formatResult(net, currency)}
          </span>
        </Fact>
        <Fact name="Trades closed">{`${trades} (${wins} won, ${losses} lost)`}</Fact>
        <Fact name="Opening balance">{amount(openingBalance)}</Fact>
        <Fact name="Closing balance">{amount(closingBalance)}</Fact>
        <Fact name="Observed equity">
          {equityLow === null || equityHigh === null
            ? "Not observed"
            : `${amount(equityLow)} to ${amount(equityHigh)}`}
        </Fact>
      </FactColumns>
      <p>
        <EvidenceMark evidence={evidence} />
        {evidenceSentences[evidence]}
      </p>
    </section>
  );
}
