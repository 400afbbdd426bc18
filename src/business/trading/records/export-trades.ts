import type { Readable } from "node:stream";
import type { Context } from "../../../platform/context.ts";
import { findStage } from "./record-stages.queries.ts";
import { trades, tradesOfStage } from "./trades.queries.ts";
import { csvOf } from "../../../platform/exports/csv.ts";
import type { ExportColumn } from "../../../platform/exports/export-column.ts";
import type { Trade } from "./record.schema.ts";

/**
 * Exports all matching trades of a stage as CSV.
 * @throws RefusalError if the trader or the stage does not exist
 */
export async function exportTrades(
  context: Context,
  traderId: number,
  { stage, symbol }: { stage?: number | undefined; symbol?: string | undefined },
): Promise<Readable> {
  const found = await findStage(context.database.kysely, traderId, stage);
  return tradesCsv(trades.readBatches(context, tradesOfStage(found, symbol)));
}

const columns: ExportColumn<Trade>[] = [
  { header: "Position", kind: "text", read: ({ position }) => position },
  { header: "Symbol", kind: "text", read: ({ symbol }) => symbol },
  { header: "Side", kind: "text", read: ({ side }) => side },
  { header: "Volume", kind: "number", read: ({ volume }) => volume },
  { header: "Open Time (UTC)", kind: "time", read: ({ openTime }) => openTime },
  { header: "Open Price", kind: "number", read: ({ openPrice }) => openPrice },
  { header: "Close Time (UTC)", kind: "time", read: ({ closeTime }) => closeTime },
  { header: "Close Price", kind: "number", read: ({ closePrice }) => closePrice },
  { header: "Profit", kind: "number", read: ({ profit }) => profit },
  { header: "Commission", kind: "number", read: ({ commission }) => commission },
  { header: "Swap", kind: "number", read: ({ swap }) => swap },
  { header: "Fee", kind: "number", read: ({ fee }) => fee },
  { header: "Net", kind: "number", read: ({ net }) => net },
  { header: "Sources", kind: "text", read: describeSources },
];

/** Streams trades as CSV. */
export function tradesCsv(batches: AsyncIterable<Trade[]>): Readable {
  return csvOf(columns, batches);
}

function describeSources({ sources }: Trade): string {
  return sources
    .map((source) =>
      source.kind === "statement"
        ? `statement ${source.id}, row ${source.row}`
        : `feed, token ${source.tokenId}`,
    )
    .join("; ");
}
