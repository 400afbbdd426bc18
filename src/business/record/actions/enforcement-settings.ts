import type { Kysely } from "kysely";
import type { z } from "zod";
import type { AuditActor } from "../../../identity/audit/record-event.ts";
import { changeSettings } from "../../../identity/audit/save-settings.ts";
import type { Context } from "../../../platform/context.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { type Enforcement, enforcementEventNames } from "./action.rule.ts";
import type { setEnforcementInput } from "./action.schema.ts";

/** Reads which events ask for actions. None does until an owner changes it. */
export async function readEnforcement(kysely: Kysely<Tables>): Promise<Enforcement> {
  const row = await kysely.selectFrom("enforcement_settings").selectAll().executeTakeFirst();
  return {
    breachOpened: row?.breach_opened ?? "none",
    breachConfirmed: row?.breach_confirmed ?? "none",
    breachDismissed: row?.breach_dismissed ?? "none",
    passConfirmed: row?.pass_confirmed ?? "none",
    payoutPaid: row?.payout_paid ?? "none",
  };
}

/** Sets which events ask for actions; those that are left out stay as they are. */
export async function setEnforcement(
  context: Pick<Context, "clock" | "database">,
  actor: Extract<AuditActor, { label: string }>,
  input: z.output<typeof setEnforcementInput>,
): Promise<Enforcement> {
  const settings = {
    table: "enforcement_settings",
    action: "enforcement-settings.changed",
  } as const;
  await changeSettings(context, actor, settings, async (kysely) => {
    const before = await readEnforcement(kysely);
    const after = Object.fromEntries(
      enforcementEventNames.map((name) => [name, input[name] ?? before[name]]),
    ) as Enforcement;
    return {
      before,
      after,
      row: {
        breach_opened: after.breachOpened,
        breach_confirmed: after.breachConfirmed,
        breach_dismissed: after.breachDismissed,
        pass_confirmed: after.passConfirmed,
        payout_paid: after.payoutPaid,
      },
    };
  });
  return readEnforcement(context.database.kysely);
}
