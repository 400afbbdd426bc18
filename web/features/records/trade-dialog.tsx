import type { Trade } from "../../../src/business/trading/records/record.schema.ts";
import { formatResult } from "../../../src/platform/money/money.ts";
import { Button } from "../../components/button/button.tsx";
import { ViewDialog } from "../../components/dialog/view-dialog.tsx";
import { Notice } from "../../components/feedback/notice.tsx";
import { Fact, Facts } from "../../components/panel/facts.tsx";
import { formatExactMoment } from "../../domain/format/dates.ts";
import { TradeNet } from "./trade-columns.tsx";
import { describeSource, sideLabels } from "./trade-labels.ts";
import styles from "./trades.module.css";

interface TradeDialogProps {
  trade: Trade;
  currency: string;
  isOpen: boolean;
  onClose: () => void;
}

/** Shows a trade with its costs and its sources. */
export function TradeDialog({ trade, currency, isOpen, onClose }: TradeDialogProps) {
  const { position, symbol, side, volume, openTime, closeTime, openPrice, closePrice } = trade;
  const isTradeOpen = closeTime === null;
  const money = (amount: string) => formatResult(amount, currency);
  return (
    <ViewDialog
      title={`Position #${position}`}
      isOpen={isOpen}
      onClose={onClose}
      size="sm"
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <p className={styles.total}>
        <span>{`${sideLabels[side]} ${volume} ${symbol}`}</span>
        <TradeNet trade={trade} currency={currency} />
      </p>
      {trade.hasConflict ? (
        <Notice tone="warning" title="Conflict">
          <p>
            Another source reports this trade with different content. The earlier record counts.
          </p>
        </Notice>
      ) : null}
      <Facts>
        <Fact isAmount name="Opened">{`${formatExactMoment(openTime)} at ${openPrice}`}</Fact>
        <Fact isAmount name="Closed">
          {closeTime === null ? "Still open" : `${formatExactMoment(closeTime)} at ${closePrice}`}
        </Fact>
        <Fact isAmount name={isTradeOpen ? "Profit so far" : "Profit"}>
          {isTradeOpen && trade.profit === "0.00" ? "—" : money(trade.profit)}
        </Fact>
        <Fact isAmount name="Commission">
          {money(trade.commission)}
        </Fact>
        <Fact isAmount name="Swap">
          {money(trade.swap)}
        </Fact>
        <Fact isAmount name="Fee">
          {money(trade.fee)}
        </Fact>
        <Fact name="Source">
          <Sources trade={trade} />
        </Fact>
      </Facts>
    </ViewDialog>
  );
}

/** Lists the sources, with a link to the original file of a statement. */
function Sources({ trade }: { trade: Trade }) {
  return (
    <ul className={styles.sources}>
      {trade.sources.map((source) => (
        <li key={describeSource(source)}>
          {source.kind === "statement" ? (
            <a href={`/api/statements/${source.id}/file`}>{describeSource(source)}</a>
          ) : (
            describeSource(source)
          )}
        </li>
      ))}
    </ul>
  );
}
