import type { Readable } from "node:stream";
import type { Context } from "../../../platform/context.ts";
import { findStage } from "./record-stages.queries.ts";
import { trades, tradesOfStage } from "./trades.queries.ts";
import { tradesCsv } from "./trades-csv.ts";

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
