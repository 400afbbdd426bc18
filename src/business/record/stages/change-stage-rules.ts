import type { Insertable } from "kysely";
import type { z } from "zod";
import type { StaffActor } from "../../../identity/tokens/authenticate-token.ts";
import { changesBetween } from "../../../identity/audit/audit-event.rule.ts";
import { recordEvent } from "../../../identity/audit/record-event.ts";
import type { Context } from "../../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../../platform/database/database.ts";
import type { Transaction } from "../../../platform/database/orm.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { wholeStage } from "../derivation/derive-stages.ts";
import { lockTraderAndRecord } from "../records/recorded-account.ts";
import { readStages } from "../records/record-stages.queries.ts";
import { describeRulesVersion } from "../../rulebook/rules/rule-sets.ts";
import { applyRecordChanges } from "../verdicts/apply-record-changes.ts";
import type { changeStageRulesInput, Stage } from "./stage.schema.ts";
import { getStage } from "./stages.queries.ts";

/**
 * Assigns another version of the rules to a stage, open or ended, and derives its rows again, because the rules
 * determine when a trading day begins. Assigning the current version changes nothing.
 * @throws RefusalError if the stage or the version does not exist
 */
export async function changeStageRules(
  context: Context,
  actor: StaffActor,
  { id, rulesVersionId, reason }: z.output<typeof changeStageRulesInput>,
): Promise<Stage> {
  const { userId } = await getStage(context.database.kysely, id);
  return inTransaction(context.database, async (transaction) => {
    const kysely = kyselyOf(transaction);
    const { trader, account } = await lockTraderAndRecord(transaction, userId);
    const before = await getStage(kysely, id);
    const rules = await describeRulesVersion(kysely, rulesVersionId);
    if (before.rulesVersionId === rulesVersionId) return before;
    await storeChange(transaction, {
      account_id: account.id,
      stage_id: id,
      from_version_id: before.rulesVersionId,
      to_version_id: rulesVersionId,
      reason,
      at: context.clock.now().toISOString(),
      by: actor.label,
    });
    const stages = await readStages(kysely, [account.id]);
    const changed = stages.filter((stage) => stage.id === id).map(wholeStage);
    await applyRecordChanges(context, transaction, changed, {
      kind: "rules",
      id: rulesVersionId,
      message: `The rules were changed to ${rules}: ${reason}`,
    });
    const formerRules = await nameOf(transaction, before.rulesVersionId);
    await recordEvent(context, transaction, actor, {
      action: "stage.rules-changed",
      trader,
      changes: {
        stageId: { from: id, to: id },
        ...changesBetween(
          { rulesVersionId: before.rulesVersionId, rules: formerRules },
          { rulesVersionId, rules },
        ),
      },
      reason,
    });
    return getStage(kysely, id);
  });
}

async function storeChange(
  transaction: Transaction,
  change: Insertable<Tables["rule_changes"]>,
): Promise<void> {
  await kyselyOf(transaction)
    .updateTable("stages")
    .set({ rules_version_id: change.to_version_id })
    .where("account_id", "=", change.account_id)
    .where("id", "=", change.stage_id)
    .execute();
  await kyselyOf(transaction).insertInto("rule_changes").values(change).execute();
}

async function nameOf(transaction: Transaction, versionId: number | null): Promise<string | null> {
  return versionId === null ? null : describeRulesVersion(kyselyOf(transaction), versionId);
}
