import type { z } from "zod";
import type { StaffActor } from "../../../identity/tokens/token-actor.ts";
import { changesBetween } from "../../../platform/audit/changes.rule.ts";
import { recordEvent } from "../../../platform/audit/record-event.ts";
import type { Context } from "../../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../../platform/database/database.ts";
import { insertRuleVersion } from "./insert-rule-version.ts";
import type { createRuleSetInput, RuleSet } from "./rule-set.schema.ts";
import { getRuleSet } from "./rule-sets.queries.ts";

/** Creates a rule set with its first version. Names need not be unique. */
export async function createRuleSet(
  context: Context,
  actor: StaffActor,
  { name, rules }: z.output<typeof createRuleSetInput>,
): Promise<RuleSet> {
  return inTransaction(context.database, async (em) => {
    const kysely = kyselyOf(em);
    const createdAt = context.clock.now().toISOString();
    const { id } = await kysely
      .insertInto("rule_sets")
      .values({ name, created_at: createdAt, created_by: actor.label })
      .returning("id")
      .executeTakeFirstOrThrow();
    const first = { ruleSetId: id, version: 1, rules, note: null };
    const rulesVersionId = await insertRuleVersion(context, em, actor, first);
    await recordEvent(context, em, actor, {
      action: "rules.created",
      changes: changesBetween({}, { ruleSetId: id, name, version: 1, rulesVersionId }),
    });
    return getRuleSet(kysely, id);
  });
}
