import type { AuditAction } from "../../platform/audit/audit-actions.rule.ts";
import type { Changes } from "../../platform/audit/changes.rule.ts";
import type { Context } from "../../platform/context.ts";
import { kyselyOf } from "../../platform/database/database.ts";
import type { Em } from "../../platform/database/orm.ts";
import type { SecondFactorChange } from "../../platform/mail/second-factor-texts.ts";
import { endOtherSessions, personOf, type SelfActor } from "./person.ts";
import { recordChange } from "./record-change.ts";
import {
  makeRecoveryCodes,
  type NewRecoveryCodes,
  replaceRecoveryCodes,
} from "./recovery-codes.ts";
import { hasSecondFactor } from "./second-factor.queries.ts";

interface Addition {
  action: AuditAction;
  changes?: Changes;
  notice: SecondFactorChange;
  add: () => Promise<unknown>;
  /** Created before the person was locked, if they had no factor then. */
  newCodes: NewRecoveryCodes | undefined;
}

/** Creates the recovery codes for the first factor of a person, before the person is locked. */
export async function prepareCodes(
  { database }: Context,
  actor: SelfActor,
): Promise<NewRecoveryCodes | undefined> {
  const hasFactor = await hasSecondFactor(database.kysely, personOf(actor));
  return hasFactor ? undefined : makeRecoveryCodes();
}

/**
 * Adds a factor in the transaction of `em`, in which the person must be locked. The first factor also creates recovery
 * codes. Ends other sessions, because they were opened without the factor.
 */
export async function addFactor(
  context: Context,
  em: Em,
  actor: SelfActor,
  { add, newCodes, ...change }: Addition,
): Promise<{ recoveryCodes: string[] | null }> {
  const person = personOf(actor);
  const isFirst = !(await hasSecondFactor(kyselyOf(em), person));
  await add();
  // A concurrent call may have removed the last factor after the codes were prepared.
  const recoveryCodes = isFirst
    ? await replaceRecoveryCodes(em, person, newCodes ?? (await makeRecoveryCodes()))
    : null;
  await endOtherSessions(em, actor);
  await recordChange(context, em, actor, change);
  return { recoveryCodes };
}
