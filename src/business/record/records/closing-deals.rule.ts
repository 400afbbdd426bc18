import { OpenPositions } from "../../rulebook/timeline/open-positions.rule.ts";
import {
  compareWithinInstant,
  type DealEntry,
} from "../../rulebook/timeline/trading-record.rule.ts";
import type { RecordStage } from "./record-stages.queries.ts";

/** A deal, as needed to determine what it closes. */
export interface PositionDeal {
  ticket: string;
  position: string;
  time: number;
  entry: DealEntry;
  volume: string;
}

/**
 * Finds the stage that may still take what closes its positions: the last one of the login that had ended at a time,
 * unless another of that login had started by then.
 * @param stages of one account, the oldest first
 */
export function closingStage(
  stages: RecordStage[],
  login: string | null,
  time: number,
): (RecordStage & { endedAt: number }) | undefined {
  const last = stages.findLast((stage) => stage.login === login && stage.startedAt <= time);
  if (login === null || !last || last.endedAt === null || last.endedAt > time) return undefined;
  return { ...last, endedAt: last.endedAt };
}

/**
 * Returns the deals after the end of a stage that close positions which it had open, while they are open.
 * @param deals of any positions; those before the end are the stage's
 */
export function closingDeals<Deal extends PositionDeal>(endedAt: number, deals: Deal[]): Deal[] {
  const positions = new OpenPositions();
  return deals
    .toSorted((a, b) => a.time - b.time || compareWithinInstant(a, b))
    .filter((deal) => {
      if (deal.time < endedAt) {
        positions.apply(deal);
        return false;
      }
      if (deal.entry !== "out" || positions.volumeOf(deal.position) === 0n) return false;
      positions.apply(deal);
      return true;
    });
}
