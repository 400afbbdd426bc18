import type { z } from "zod";
import type { StaffActor } from "../../../identity/tokens/token-actor.ts";
import { changesBetween } from "../../../platform/audit/changes.rule.ts";
import { recordEvent } from "../../../platform/audit/record-event.ts";
import type { Context } from "../../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../../platform/database/database.ts";
import { notFound } from "../../../platform/lib/errors.ts";
import { insertRuleVersion } from "./insert-rule-version.ts";
import type { addRuleVersionInput, RuleSet } from "./rule-set.schema.ts";
import { getRuleSet } from "./rule-sets.queries.ts";

/**
 * Adds a version to a rule set. Stages keep the version that they use.
 * @throws RefusalError if the rule set does not exist
 */
export async function addRuleVersion(
  context: Context,
  actor: StaffActor,
  { id, rules, note = null }: z.output<typeof addRuleVersionInput>,
): Promise<RuleSet> {
  return inTransaction(context.database, async (em) => {
    const kysely = kyselyOf(em);
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
    const rulesVersionId = await insertRuleVersion(context, em, actor, added);
    await recordEvent(context, em, actor, {
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
