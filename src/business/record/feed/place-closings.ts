import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../platform/database/tables.ts";
import { closingDeals, type PositionDeal } from "../records/closing-deals.rule.ts";
import { milliseconds } from "../records/read-records.queries.ts";
import { accountIdsOf } from "../records/record-stages.queries.ts";
import type { FedDeal, FeedReport, Placed, PossibleClosing, ReadItems } from "./read-items.ts";

/**
 * Places the deals that close positions after the end of their stage. Others belong to a later stage, or are rejected.
 * @returns all deals of the call
 */
export async function placeClosings(
  kysely: Kysely<Tables>,
  { deals, closings }: Pick<ReadItems, "deals" | "closings">,
  report: FeedReport,
): Promise<Placed<FedDeal>[]> {
  if (closings.length === 0) return deals;
  const stored = await readPositions(kysely, closings);
  const placed = [...deals];
  for (const [stageId, ofStage] of Map.groupBy(closings, (each) => each.placed.stage.id)) {
    const known = stored.get(stageId) ?? [];
    const sent = [...deals, ...ofStage.map((each) => each.placed)].flatMap(({ stage, item }) =>
      stage.id === stageId ? [item] : [],
    );
    const byTicket = new Map<string, PositionDeal>(
      [...sent, ...known].map((deal) => [deal.ticket, deal]),
    );
    const closing = closingDeals(ofStage[0]!.endedAt, [...byTicket.values()]);
    const tickets = new Set([...closing, ...known].map(({ ticket }) => ticket));
    for (const { placed: deal, otherwise } of ofStage) {
      const { login, index, item } = deal;
      if (tickets.has(item.ticket)) placed.push(deal);
      else if ("stage" in otherwise) placed.push({ ...deal, stage: otherwise.stage });
      else report.reject(login, "deals", index, otherwise.message);
    }
  }
  return placed;
}

/** Reads the deals that stages have of the positions that may be closed, by stage id. */
async function readPositions(
  kysely: Kysely<Tables>,
  closings: PossibleClosing[],
): Promise<Map<number, PositionDeal[]>> {
  const stages = closings.map(({ placed }) => placed.stage);
  const wanted = closings.map(({ placed: { stage, item } }) => ({
    account_id: stage.accountId,
    stage_id: stage.id,
    position: item.position,
  }));
  const { rows } = await sql<PositionDeal & { stageId: number }>`
    select distinct on (deals.id) deals.stage_id as "stageId", ticket, deals.position,
      ${milliseconds("time")} as "time", entry, volume::text as volume
    from json_to_recordset(${JSON.stringify(wanted)}::json)
      as wanted (account_id int, stage_id int, position text)
    join deals on deals.account_id = wanted.account_id and deals.stage_id = wanted.stage_id
      and deals.position = wanted.position and stands
    where deals.account_id = any(${accountIdsOf(stages)})
    order by deals.id`.execute(kysely);
  return Map.groupBy(rows, ({ stageId }) => stageId);
}
