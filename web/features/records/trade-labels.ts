import type { RecordSource, Trade } from "../../../src/business/trading/records/record.schema.ts";
import { formatMoment } from "../../domain/format/dates.ts";

export const sideLabels: Readonly<Record<Trade["side"], string>> = { buy: "Buy", sell: "Sell" };

/** Returns `Statement #7, row 12`, or the time at which the feed delivered the trade. */
export function describeSource(source: RecordSource): string {
  return source.kind === "statement"
    ? `Statement #${source.id}, row ${source.row}`
    : `Feed, received ${formatMoment(source.receivedAt)}`;
}
