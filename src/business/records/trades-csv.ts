import { Readable } from "node:stream";
import { stringify } from "csv-stringify";
import type { Trade } from "./record.schema.ts";

const columns = [
  { key: "position", header: "Position" },
  { key: "symbol", header: "Symbol" },
  { key: "side", header: "Side" },
  { key: "volume", header: "Volume" },
  { key: "openTime", header: "Open Time (UTC)" },
  { key: "openPrice", header: "Open Price" },
  { key: "closeTime", header: "Close Time (UTC)" },
  { key: "closePrice", header: "Close Price" },
  { key: "profit", header: "Profit" },
  { key: "commission", header: "Commission" },
  { key: "swap", header: "Swap" },
  { key: "fee", header: "Fee" },
  { key: "net", header: "Net" },
  { key: "sources", header: "Sources" },
];

/** Trades as CSV. Texts that a spreadsheet would run as a formula are escaped; amounts stay numbers. */
export function tradesCsv(batches: AsyncIterable<Trade[]>): Readable {
  async function* rows() {
    for await (const batch of batches) {
      for (const trade of batch) yield presentRow(trade);
    }
  }
  return Readable.from(rows()).compose(
    stringify({ header: true, columns, bom: true, record_delimiter: "\r\n" }),
  );
}

function presentRow({ openTime, closeTime, sources, ...trade }: Trade) {
  return {
    ...trade,
    position: withoutFormula(trade.position),
    symbol: withoutFormula(trade.symbol),
    openTime: openTime.toISOString(),
    closeTime: closeTime?.toISOString() ?? "",
    sources: sources
      .map((source) =>
        source.kind === "statement"
          ? `statement ${source.id}, row ${source.row}`
          : `feed, token ${source.tokenId}`,
      )
      .join("; "),
  };
}

function withoutFormula(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}
