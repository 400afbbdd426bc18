import { createHash } from "node:crypto";
import { canonicalJson } from "../../../platform/fields/canonical-json.rule.ts";
import type { Rules } from "./rules.schema.ts";
import type { StaffActor } from "../../../identity/tokens/authenticate-token.ts";
import type { Context } from "../../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../../platform/database/database.ts";
import type { Transaction } from "../../../platform/database/orm.ts";
import type { z } from "zod";
import { changesBetween } from "../../../identity/audit/audit-event.rule.ts";
import { recordEvent } from "../../../identity/audit/record-event.ts";
import type {
  addRuleVersionInput,
  createRuleSetInput,
  RuleSet,
  RuleVersion,
  RuleVersionUse,
} from "./rule-set.schema.ts";
import { notFound } from "../../../platform/errors.ts";
import { type Kysely, sql } from "kysely";
import { COUNT_CAP } from "../../../platform/lists/counted-slices.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { integer, json, text, timestamp } from "../../../platform/database/columns.ts";
import { byAccount, type OwnDataPart } from "../../../identity/users/own-data-part.ts";

/** Computes the SHA-256 of the canonical JSON of a version, in lower-case hex. */
export function hashRules(rules: Rules): string {
  return createHash("sha256").update(canonicalJson(rules)).digest("hex");
}

interface NewVersion {
  ruleSetId: number;
  version: number;
  rules: Rules;
  note: string | null;
}

/** @returns the id */
async function insertRuleVersion(
  { clock }: Context,
  transaction: Transaction,
  actor: StaffActor,
  { ruleSetId, version, rules, note }: NewVersion,
): Promise<number> {
  const { id } = await kyselyOf(transaction)
    .insertInto("rule_versions")
    .values({
      rule_set_id: ruleSetId,
      version,
      rules: JSON.stringify(rules),
      note,
      created_at: clock.now().toISOString(),
      created_by: actor.label,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Creates a rule set with its first version. Names need not be unique. */
export async function createRuleSet(
  context: Context,
  actor: StaffActor,
  input: z.output<typeof createRuleSetInput>,
): Promise<RuleSet> {
  return inTransaction(context.database, async (transaction) => {
    const { ruleSetId } = await insertRuleSet(context, transaction, actor, input);
    return getRuleSet(kyselyOf(transaction), ruleSetId);
  });
}

/** Creates a rule set with its first version in `transaction`. */
export async function insertRuleSet(
  context: Context,
  transaction: Transaction,
  actor: StaffActor,
  { name, rules }: z.output<typeof createRuleSetInput>,
): Promise<{ ruleSetId: number; rulesVersionId: number }> {
  const { id: ruleSetId } = await kyselyOf(transaction)
    .insertInto("rule_sets")
    .values({ name, created_at: context.clock.now().toISOString(), created_by: actor.label })
    .returning("id")
    .executeTakeFirstOrThrow();
  const first = { ruleSetId, version: 1, rules, note: null };
  const rulesVersionId = await insertRuleVersion(context, transaction, actor, first);
  await recordEvent(context, transaction, actor, {
    action: "rules.created",
    changes: changesBetween({}, { ruleSetId, name, version: 1, rulesVersionId }),
  });
  return { ruleSetId, rulesVersionId };
}

/**
 * Adds a version to a rule set. Stages keep the version that they use.
 * @throws RefusalError if the rule set does not exist
 */
export async function addRuleVersion(
  context: Context,
  actor: StaffActor,
  { id, rules, note = null }: z.output<typeof addRuleVersionInput>,
): Promise<RuleSet> {
  return inTransaction(context.database, async (transaction) => {
    const kysely = kyselyOf(transaction);
    // The lock numbers versions that are added at the same time.
    const locked = await kysely
      .selectFrom("rule_sets")
      .select("name")
      .where("id", "=", id)
      .forUpdate()
      .executeTakeFirst();
    if (!locked) throw notFound("Rule set");
    const { last } = await kysely
      .selectFrom("rule_versions")
      .select(({ fn }) => fn.max("version").as("last"))
      .where("rule_set_id", "=", id)
      .executeTakeFirstOrThrow();
    const version = last + 1;
    const added = { ruleSetId: id, version, rules, note };
    const rulesVersionId = await insertRuleVersion(context, transaction, actor, added);
    await recordEvent(context, transaction, actor, {
      action: "rules.version-added",
      changes: changesBetween(
        { ruleSetId: null, name: null, version: last, rulesVersionId: null },
        { ruleSetId: id, name: locked.name, version, rulesVersionId },
      ),
      reason: note,
    });
    return getRuleSet(kysely, id);
  });
}

interface FoundVersion extends Omit<RuleVersion, "createdAt"> {
  ruleSetId: number;
  name: string;
  createdAt: string;
}

async function readRuleSets(kysely: Kysely<Tables>, id: number | null): Promise<RuleSet[]> {
  const { rows } = await sql<FoundVersion>`
    select rule_sets.id as "ruleSetId", name, rule_versions.id, version, rules, note,
      rule_versions.created_at as "createdAt", rule_versions.created_by as "createdBy"
    from rule_sets join rule_versions on rule_set_id = rule_sets.id
    where rule_sets.id = coalesce(${id}, rule_sets.id)
    order by rule_sets.id desc, version desc`.execute(kysely);
  return [...Map.groupBy(rows, ({ ruleSetId }) => ruleSetId)].map(([setId, versions]) => ({
    id: setId,
    name: versions[0]!.name,
    versions: versions.map(({ ruleSetId: _set, name: _name, createdAt, ...version }) => ({
      ...version,
      createdAt: new Date(createdAt),
    })),
  }));
}

/** Lists all rule sets with all their versions, both newest first. */
export function listRuleSets(kysely: Kysely<Tables>): Promise<RuleSet[]> {
  return readRuleSets(kysely, null);
}

/** Counts the stages of each version up to a limit, so that a firm with many stages waits no longer. */
export async function countRuleUses(kysely: Kysely<Tables>): Promise<RuleVersionUse[]> {
  const { rows } = await sql<RuleVersionUse>`
    select id as "rulesVersionId", least(count, ${sql.lit(COUNT_CAP)})::int as stages,
      count > ${sql.lit(COUNT_CAP)} as "exceedsStages"
    from rule_versions cross join lateral (select count(*) from (
      select from stages where rules_version_id = rule_versions.id
      limit ${sql.lit(COUNT_CAP + 1)}) as used) as counted`.execute(kysely);
  return rows;
}

/** Reads a rule set with its versions, newest first. @throws RefusalError if it does not exist */
export async function getRuleSet(kysely: Kysely<Tables>, id: number): Promise<RuleSet> {
  const [ruleSet] = await readRuleSets(kysely, id);
  if (!ruleSet) throw notFound("Rule set");
  return ruleSet;
}

/** Finds the newest version with the same rules. @returns its id, or `undefined` if there is none */
export async function findVersionWithRules(
  kysely: Kysely<Tables>,
  rules: Rules,
): Promise<number | undefined> {
  const version = await kysely
    .selectFrom("rule_versions")
    .select("id")
    .where(sql<boolean>`rules = ${JSON.stringify(rules)}::jsonb`)
    .orderBy("id", "desc")
    .executeTakeFirst();
  return version?.id;
}

/** Names a version for the audit log, such as `Two steps, version 2`. @throws RefusalError if it does not exist */
export async function describeRulesVersion(
  kysely: Kysely<Tables>,
  versionId: number,
): Promise<string> {
  const rulesVersion = await kysely
    .selectFrom("rule_versions")
    .innerJoin("rule_sets", "rule_sets.id", "rule_versions.rule_set_id")
    .select(["name", "version"])
    .where("rule_versions.id", "=", versionId)
    .executeTakeFirst();
  if (!rulesVersion) throw notFound("Version of the rules");
  return `${rulesVersion.name}, version ${rulesVersion.version}`;
}

export const rulesPart: OwnDataPart = {
  name: "rules",
  about: "The versions of the rules that apply or applied to the stages",
  table: "rule_versions",
  joins: "join rule_sets on rule_sets.id = rule_versions.rule_set_id",
  where: ({ accountId }) => sql`rule_versions.id in (
    select rules_version_id from stages where account_id = ${accountId}
    union select from_version_id from rule_changes where account_id = ${accountId}
    union select to_version_id from rule_changes where account_id = ${accountId})`,
  key: ["rule_versions.id"],
  columns: {
    versionId: integer("rule_versions.id"),
    name: text("rule_sets.name"),
    version: integer("rule_versions.version"),
    rules: json("rule_versions.rules"),
  },
};

export const ruleChangesPart: OwnDataPart = {
  name: "rule-changes",
  about: "Changes of a stage to another version of the rules, with their reasons",
  table: "rule_changes",
  where: byAccount("rule_changes.account_id"),
  key: ["rule_changes.id"],
  columns: {
    stageId: integer("rule_changes.stage_id"),
    fromVersionId: integer("rule_changes.from_version_id"),
    toVersionId: integer("rule_changes.to_version_id"),
    reason: text("rule_changes.reason"),
    at: timestamp("rule_changes.at"),
  },
};
