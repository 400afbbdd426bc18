import Typography from "@mui/material/Typography";
import type { Trade } from "../../../src/business/record/results/result.schema.ts";
import { formatResult } from "../../../src/platform/money/money.ts";
import { type DialogProps, withSubject } from "../../app/dialogs.tsx";
import { Button } from "../../components/button/button.tsx";
import { ViewDialog } from "../../components/dialog/view-dialog.tsx";
import { Notice } from "../../components/feedback/notice.tsx";
import { Fact, Facts } from "../../components/panel/facts.tsx";
import { formatExactMoment } from "../../domain/format/dates.ts";
import { describeSource, sideLabels } from "./record-words.ts";
import { TradeNet } from "./trade-grid.tsx";
import { type TradePlace, useTrade } from "./use-records.ts";

interface TradeDialogProps extends DialogProps, TradePlace {
  subject: Trade & { currency: string };
}

/** Shows a trade with its costs and its sources. */
export const TradeDialog = withSubject(
  useTrade,
  "trade",
  ({ subject: trade, isOpen, onClose }: TradeDialogProps) => {
    const { position, symbol, side, volume, openTime, closeTime, currency } = trade;
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
        <Typography
          variant="h3"
          component="div"
          sx={{ display: "flex", flexWrap: "wrap", justifyContent: "space-between", gap: 1 }}
        >
          <span>{`${sideLabels[side]} ${volume} ${symbol}`}</span>
          <TradeNet trade={trade} currency={currency} />
        </Typography>
        {trade.hasConflict ? (
          <Notice tone="warning" title="Conflict">
            <p>
              Another source reports this trade with different content. The earlier record counts.
            </p>
          </Notice>
        ) : null}
        <Facts>
          <Fact isAmount name="Opened">
            {`${formatExactMoment(openTime)} at ${trade.openPrice}`}
          </Fact>
          <Fact isAmount name="Closed">
            {closeTime === null
              ? "Still open"
              : `${formatExactMoment(closeTime)} at ${trade.closePrice}`}
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
            {trade.sources.map((source) => (
              <div key={describeSource(source)}>
                {source.kind === "statement" ? (
                  <a href={`/api/statements/${source.id}/file`}>{describeSource(source)}</a>
                ) : (
                  describeSource(source)
                )}
              </div>
            ))}
          </Fact>
        </Facts>
      </ViewDialog>
    );
  },
);
