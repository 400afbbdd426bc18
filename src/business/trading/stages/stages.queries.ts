import { type Kysely, sql } from "kysely";
import {
  type Column,
  decimal,
  integer,
  selectRows,
  text,
  timestamp,
} from "../../../platform/database/columns.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { notFound } from "../../../platform/lib/errors.ts";
import { findAccountId } from "../records/record-stages.queries.ts";
import type { RuleChange, Stage } from "./stage.schema.ts";

/** Newest first. */
const ruleChanges: Column<RuleChange[]> = {
  kind: "json",
  sql: `(select coalesce(json_agg(json_build_object(
      'from', from_version_id, 'to', to_version_id, 'reason', reason, 'at', at) order by id desc), '[]')
    from rule_changes
    where rule_changes.account_id = stages.account_id and rule_changes.stage_id = stages.id)`,
  read: (changes: (Omit<RuleChange, "at"> & { at: string })[]) =>
    changes.map((change) => ({ ...change, at: new Date(change.at) })),
};

const stageColumns = {
  id: integer("stages.id"),
  userId: integer("trading_accounts.user_id"),
  phase: text("stages.phase"),
  currency: text("stages.currency"),
  initialBalance: decimal("stages.initial_balance", 2),
  rulesVersionId: integer("stages.rules_version_id"),
  startedAt: timestamp("stages.started_at"),
  endedAt: timestamp("stages.ended_at"),
  outcome: text("stages.outcome"),
  ruleChanges,
};

const stagesWithAccounts = sql`from stages join trading_accounts on trading_accounts.id = stages.account_id`;

/** The stages of a trader, newest first. @throws RefusalError if the trader does not exist */
export async function listStages(kysely: Kysely<Tables>, traderId: number): Promise<Stage[]> {
  const accountId = await findAccountId(kysely, traderId);
  return selectRows(
    kysely,
    stageColumns,
    sql`${stagesWithAccounts} where stages.account_id = ${accountId}
      order by stages.started_at desc, stages.id desc`,
  );
}

/** @throws RefusalError if the stage does not exist */
export async function getStage(kysely: Kysely<Tables>, id: number): Promise<Stage> {
  const [stage] = await selectRows(
    kysely,
    stageColumns,
    sql`${stagesWithAccounts} where stages.id = ${id}`,
  );
  if (!stage) throw notFound("Stage");
  return stage;
}
