import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../platform/database/tables.ts";
import { formatDecimal } from "../../../platform/money/money.ts";
import { accountIdsOf, readStages, type RecordStage } from "../records/record-stages.queries.ts";
import type { PlayedStage } from "./played-stages.queries.ts";

/**
 * Hands the balances of ended stages to those that follow them, which continue with it if they keep the login.
 * @returns the following stages whose balance has changed
 */
export async function carryBalances(
  kysely: Kysely<Tables>,
  derived: PlayedStage[],
): Promise<RecordStage[]> {
  const ended = derived.filter(({ stage }) => stage.endedAt !== null);
  if (ended.length === 0) return [];
  const rows = ended.map(({ stage, state }) => ({
    account_id: stage.accountId,
    started_at: new Date(stage.startedAt).toISOString(),
    balance: formatDecimal(state?.timeline.balance ?? stage.initialBalance),
  }));
  const { rows: changed } = await sql<{ id: number; accountId: number }>`
    update stages set carried_balance = ended.balance
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as ended (account_id int, started_at timestamptz, balance numeric)
    where stages.account_id = ended.account_id and stages.carried_login is not null
      and stages.carried_balance is distinct from ended.balance
      and stages.id = (
        select id from stages following where following.account_id = ended.account_id
          and following.started_at > ended.started_at order by following.started_at limit 1)
    returning stages.id, stages.account_id as "accountId"`.execute(kysely);
  if (changed.length === 0) return [];
  const ids = new Set(changed.map(({ id }) => id));
  const stages = await readStages(kysely, accountIdsOf(changed));
  return stages.filter(({ id, carriedBalance }) => ids.has(id) && carriedBalance !== null);
}
