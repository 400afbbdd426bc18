import { type AuditActor, recordEvent } from "../../platform/audit/record-event.ts";
import type { Context } from "../../platform/context.ts";
import { kyselyOf } from "../../platform/database/database.ts";
import type { Em } from "../../platform/database/orm.ts";
import { readMethods } from "./second-factor.queries.ts";

/**
 * Removes all factors of an administrator who has lost them, in the transaction of `em`. Ends their sessions, because a
 * lost device may be signed in.
 * @returns whether the administrator had any
 */
export async function removeFactorsOfAdministrator(
  context: Pick<Context, "clock">,
  em: Em,
  actor: AuditActor,
  { id, label }: { id: number; label: string },
): Promise<boolean> {
  const kysely = kyselyOf(em);
  const methods = await readMethods(kysely, { kind: "administrator", id });
  if (methods.length === 0) return false;
  for (const table of ["totp_factors", "passkeys", "recovery_codes", "sessions"] as const)
    await kysely.deleteFrom(table).where("admin_id", "=", id).execute();
  await recordEvent(context, em, actor, {
    action: "second-factor.removed",
    changes: {
      label: { from: label, to: label },
      secondFactor: { from: methods.join(", "), to: null },
    },
  });
  return true;
}
