import type { StaffActor } from "../../../identity/tokens/token-actor.ts";
import type { Context } from "../../../platform/context.ts";
import { kyselyOf } from "../../../platform/database/database.ts";
import type { Em } from "../../../platform/database/orm.ts";
import type { Rules } from "./rules.schema.ts";

interface NewVersion {
  ruleSetId: number;
  version: number;
  rules: Rules;
  note: string | null;
}

/** @returns the id */
export async function insertRuleVersion(
  { clock }: Context,
  em: Em,
  actor: StaffActor,
  { ruleSetId, version, rules, note }: NewVersion,
): Promise<number> {
  const { id } = await kyselyOf(em)
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
