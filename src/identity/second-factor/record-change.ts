import type { AuditAction } from "../../platform/audit/audit-actions.rule.ts";
import type { Changes } from "../../platform/audit/changes.rule.ts";
import { recordEvent } from "../../platform/audit/record-event.ts";
import type { Context } from "../../platform/context.ts";
import type { Em } from "../../platform/database/orm.ts";
import type { SecondFactorChange } from "../../platform/mail/second-factor-texts.ts";
import { sendNotice } from "../../platform/mail/send-mail.ts";
import type { Caller } from "../../platform/lib/caller.ts";

/** The person whose second factor changed. Their sign-in may still be in progress. */
export type AuditedSelf =
  | {
      kind: "trader";
      trader: { id: number; fullName?: string | null; email: string };
      caller: Caller;
    }
  | { kind: "administrator"; id: number; label: string; caller: Caller };

interface Change {
  action: AuditAction;
  changes?: Changes;
  notice?: SecondFactorChange;
}

/**
 * Records a change of the actor's own second factor, and notifies traders by mail. Administrators have no email; their
 * changes are in the audit log and the security log.
 */
export async function recordChange(
  context: Context,
  em: Em,
  actor: AuditedSelf,
  { action, changes = {}, notice }: Change,
): Promise<void> {
  if (actor.kind === "administrator") {
    await recordEvent(context, em, actor, { action, changes });
    return;
  }
  const { trader } = actor;
  if (notice) await sendNotice(context, em, trader, { kind: "second-factor", change: notice });
  await recordEvent(context, em, actor, { action, changes, trader });
}

/** Records the use of a recovery code and notifies a trader of it, because someone else may have found the codes. */
export async function recordUsedCode(context: Context, em: Em, actor: AuditedSelf): Promise<void> {
  const action = "second-factor.recovery-code-used";
  await recordChange(context, em, actor, { action, notice: { what: "recovery-code-used" } });
}
