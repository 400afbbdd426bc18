import { type Kysely, sql } from "kysely";
import type { Tables } from "../../platform/database/tables.ts";

/** The first stage of an account of the demo, which was bought. */
export interface BoughtStage {
  userId: number;
  email: string;
  fullName: string | null;
  stageId: number;
  startedAt: Date;
  programme: string;
  programmeVersionId: number;
  initialBalance: string;
}

/** Reads the first stages of all accounts that are on a programme. */
export async function readBoughtStages(kysely: Kysely<Tables>): Promise<BoughtStage[]> {
  const { rows } = await sql<Omit<BoughtStage, "startedAt"> & { startedAt: string }>`
    select distinct on (stages.account_id) users.id as "userId", users.email,
      users.full_name as "fullName", stages.id as "stageId", stages.started_at as "startedAt",
      programmes.name as programme, versions.id as "programmeVersionId",
      stages.initial_balance::text as "initialBalance"
    from stages
    join trading_accounts on trading_accounts.id = stages.account_id
    join users on users.id = trading_accounts.user_id
    join programme_versions versions on versions.id = stages.programme_version_id
    join programmes on programmes.id = versions.programme_id
    order by stages.account_id, stages.started_at, stages.id`.execute(kysely);
  return rows.map((row) => ({ ...row, startedAt: new Date(row.startedAt) }));
}
