import { type Kysely, sql } from "kysely";
import {
  type Column,
  computedJson,
  computedText,
  decimal,
  integer,
  json,
  selectRows,
  text,
  timestamp,
} from "../../../platform/database/columns.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { notFound } from "../../../platform/errors.ts";
import { findStage, type RecordStage } from "../records/record-stages.queries.ts";
import { carriedBalance, stageLogin, stageServer } from "../records/stage-login.queries.ts";
import { findAccountId } from "../../traders/accounts/accounts.queries.ts";
import type { RuleChange, Stage, StageProgramme } from "./stage.schema.ts";
import { describeRuleChanges } from "../../rulebook/rules/rules-changes.rule.ts";
import type { Waiver } from "../../rulebook/engine/verdict.schema.ts";
import type { Rules } from "../../rulebook/rules/rules.schema.ts";
import { previewRules, wordsOfPayout } from "../../rulebook/rules/words.rule.ts";
import type { StageRules } from "./stage-rules.schema.ts";
import { byAccount, type OwnDataPart } from "../../../identity/users/own-data-part.ts";

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

/** Requires `stages` in the statement. */
export const stageWaiversColumn: Column<Stage["waivers"]> = {
  kind: "json",
  sql: "stages.waivers",
  read: (list: Waiver[]) => list.map((each) => ({ ...each, at: new Date(each.at) })),
};

/** Requires `stages` in the statement. */
export const stageProgrammeColumn = computedJson<StageProgramme | null>(
  `select json_build_object('id', programmes.id, 'name', programmes.name,
      'versionId', programme_versions.id, 'version', programme_versions.version,
      'step', stages.programme_step, 'steps', jsonb_array_length(programme_versions.steps))
    from programme_versions join programmes on programmes.id = programme_versions.programme_id
    where programme_versions.id = stages.programme_version_id`,
);

const stageColumns = {
  id: integer("stages.id"),
  userId: integer("trading_accounts.user_id"),
  phase: text("stages.phase"),
  currency: text("stages.currency"),
  initialBalance: decimal("stages.initial_balance", 2),
  carriedBalance: computedText(`(${carriedBalance})::text`),
  rulesVersionId: integer("stages.rules_version_id"),
  programme: stageProgrammeColumn,
  startedAt: timestamp("stages.started_at"),
  endedAt: timestamp("stages.ended_at"),
  outcome: text("stages.outcome"),
  login: computedText(stageLogin),
  ruleChanges,
  waivers: stageWaiversColumn,
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

interface NamedVersion {
  versionId: number;
  name: string;
  version: number;
  rules: Rules;
}

/**
 * Reads the rules of a stage in words, and their changes.
 * @returns `null` if the account has no stage, or its stage no rules
 * @throws RefusalError if the trader or the given stage does not exist
 */
export async function readStageRules(
  kysely: Kysely<Tables>,
  traderId: number,
  stageId: number | undefined,
): Promise<StageRules | null> {
  const stage = await findStage(kysely, traderId, stageId);
  if (!stage || stage.rulesVersionId === null) return null;
  const changes = await readChanges(kysely, stage);
  const ids = changes.flatMap(({ from, to }) => (from === null ? [to] : [from, to]));
  const versions = await readVersions(kysely, [stage.rulesVersionId, ...ids]);
  const { rules, ...present } = versions.get(stage.rulesVersionId)!;
  const { currency } = stage;
  return {
    ...present,
    words: previewRules(rules, stage.initialBalance, currency).rules,
    limits: rules.limits,
    conduct: rules.conduct ?? [],
    day: rules.day,
    payout: rules.payout,
    payoutWords: wordsOfPayout(rules.payout, currency),
    changes: changes.map(({ from, to, reason, at }) => {
      const [before, after] = [from === null ? null : versions.get(from)!, versions.get(to)!];
      const differences = before ? describeRuleChanges(before.rules, after.rules, currency) : [];
      return {
        from: before && withoutRules(before),
        to: withoutRules(after),
        reason,
        at: new Date(at),
        differences,
      };
    }),
  };
}

const withoutRules = ({ rules: _rules, ...version }: NamedVersion) => version;

function readChanges(kysely: Kysely<Tables>, stage: RecordStage) {
  return kysely
    .selectFrom("rule_changes")
    .select(["from_version_id as from", "to_version_id as to", "reason", "at"])
    .where("account_id", "=", stage.accountId)
    .where("stage_id", "=", stage.id)
    .orderBy("id", "desc")
    .execute();
}

async function readVersions(
  kysely: Kysely<Tables>,
  ids: number[],
): Promise<Map<number, NamedVersion>> {
  const rows = await kysely
    .selectFrom("rule_versions")
    .innerJoin("rule_sets", "rule_sets.id", "rule_versions.rule_set_id")
    .select(["rule_versions.id as versionId", "name", "version", "rules"])
    .where("rule_versions.id", "in", ids)
    .execute();
  return new Map(rows.map((row) => [row.versionId, row]));
}

export const stagesPart: OwnDataPart = {
  name: "stages",
  about: "The stages of the account",
  table: "stages",
  joins: "join trading_accounts on trading_accounts.id = stages.account_id",
  where: byAccount("stages.account_id"),
  key: ["stages.id"],
  columns: {
    id: integer("stages.id"),
    phase: text("stages.phase"),
    currency: text("stages.currency"),
    initialBalance: decimal("stages.initial_balance", 2),
    rulesVersionId: integer("stages.rules_version_id"),
    programme: computedJson(
      `select json_build_object('name', programmes.name, 'version', programme_versions.version,
          'step', stages.programme_step)
        from programme_versions join programmes on programmes.id = programme_versions.programme_id
        where programme_versions.id = stages.programme_version_id`,
    ),
    startedAt: timestamp("stages.started_at"),
    endedAt: timestamp("stages.ended_at"),
    outcome: text("stages.outcome"),
    login: computedText(stageLogin),
    server: computedText(stageServer),
    waivers: json("stages.waivers"),
    createdAt: timestamp("stages.created_at"),
  },
};
