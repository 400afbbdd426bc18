import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../platform/database/tables.ts";
import { notFound } from "../../../platform/lib/errors.ts";
import type { RuleSet, RuleVersion } from "./rule-set.schema.ts";

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

/** Reads a rule set with its versions, newest first. @throws RefusalError if it does not exist */
export async function getRuleSet(kysely: Kysely<Tables>, id: number): Promise<RuleSet> {
  const [found] = await readRuleSets(kysely, id);
  if (!found) throw notFound("Rule set");
  return found;
}

/** Names a version for the audit log, such as `Two steps, version 2`. @throws RefusalError if it does not exist */
export async function describeRulesVersion(
  kysely: Kysely<Tables>,
  versionId: number,
): Promise<string> {
  const found = await kysely
    .selectFrom("rule_versions")
    .innerJoin("rule_sets", "rule_sets.id", "rule_versions.rule_set_id")
    .select(["name", "version"])
    .where("rule_versions.id", "=", versionId)
    .executeTakeFirst();
  if (!found) throw notFound("Version of the rules");
  return `${found.name}, version ${found.version}`;
}
