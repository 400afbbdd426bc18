import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../platform/database/tables.ts";
import type { LinkEvidence } from "../evidence/evidence.schema.ts";
import type { StageDeals } from "../evidence/exposure.rule.ts";
import { concerns } from "../evidence/party-names.rule.ts";
import { readWindowDeals } from "../evidence/read-firm.queries.ts";
import {
  dealsOfWindows,
  type PlainDeal,
  windowOfEvidence,
  withoutResults,
} from "../evidence/window-deals.rule.ts";

/**
 * Keeps the deals that the evidence of a confirmation was computed from, because its file must give the same result after
 * the record has been corrected. Those of a trader are deleted with the trader.
 */
export async function keepDeals(
  kysely: Kysely<Tables>,
  decisionId: number,
  evidence: readonly LinkEvidence[],
): Promise<void> {
  if (evidence.length === 0) return;
  const traders = await lockTradersOf(kysely, evidence);
  const windows = evidence.map(windowOfEvidence);
  const deals = await readWindowDeals(kysely, traders, {
    from: Math.min(...windows.map(({ from }) => from)),
    to: Math.max(...windows.map(({ to }) => to)),
  });
  for (const userId of traders) {
    const own = evidence.filter((pair) => concerns(pair, userId)).map(windowOfEvidence);
    const stages = dealsOfWindows(deals.get(userId) ?? [], own);
    await kysely
      .insertInto("link_deals")
      .values({
        user_id: userId,
        decision_id: decisionId,
        stages: JSON.stringify(stages.map((each) => each.map(toPlain))),
      })
      .execute();
  }
}

/** Returns which traders of the evidence exist, and keeps them from being deleted meanwhile. */
async function lockTradersOf(
  kysely: Kysely<Tables>,
  evidence: readonly LinkEvidence[],
): Promise<number[]> {
  const ids = [...new Set(evidence.flatMap(({ a, b }) => [a, b]))];
  const { rows } = await sql<{ id: number }>`
    select id from users where id = any(${ids}) order by id for key share`.execute(kysely);
  return rows.map(({ id }) => id);
}

function toPlain({ ticket, position, time, entry, symbol, side, volume }: PlainDeal): PlainDeal {
  return { ticket, position, time, entry, symbol, side, volume };
}

/** Reads the deals that were kept with a confirmation, by trader and stage; none of traders who were deleted since. */
export async function readKeptDeals(
  kysely: Kysely<Tables>,
  decisionId: number,
): Promise<Map<number, StageDeals[]>> {
  const rows = await kysely
    .selectFrom("link_deals")
    .select(["user_id as userId", "stages"])
    .where("decision_id", "=", decisionId)
    .execute();
  return new Map(
    rows.map(({ userId, stages }) => [userId, stages.map((deals) => deals.map(withoutResults))]),
  );
}
