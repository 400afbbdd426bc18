import type { AuditAction } from "../../platform/audit/audit-actions.rule.ts";
import type { Changes } from "../../platform/audit/changes.rule.ts";
import type { Context } from "../../platform/context.ts";
import { kyselyOf } from "../../platform/database/database.ts";
import type { Em } from "../../platform/database/orm.ts";
import type { SecondFactorChange } from "../../platform/mail/second-factor-texts.ts";
import { endOtherSessions, personOf, type SelfActor } from "./person.ts";
import { recordChange } from "./record-change.ts";
import { replaceRecoveryCodes } from "./recovery-codes.ts";
import { hasSecondFactor } from "./second-factor.queries.ts";

interface Addition {
  action: AuditAction;
  changes?: Changes;
  notice: SecondFactorChange;
  add: () => Promise<unknown>;
}

/**
 * Adds a factor in the transaction of `em`, in which the person must be locked. The first factor also creates recovery
 * codes. Ends other sessions, because they were opened without the factor.
 */
export async function addFactor(
  context: Context,
  em: Em,
  actor: SelfActor,
  { add, ...change }: Addition,
): Promise<{ recoveryCodes: string[] | null }> {
  const person = personOf(actor);
  const isFirst = !(await hasSecondFactor(kyselyOf(em), person));
  await add();
  const recoveryCodes = isFirst ? await replaceRecoveryCodes(em, person) : null;
  await endOtherSessions(em, actor);
  await recordChange(context, em, actor, change);
  return { recoveryCodes };
}
