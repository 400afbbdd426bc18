import type { Kysely } from "kysely";
import type { z } from "zod";
import type { StaffActor } from "../../../identity/tokens/authenticate-token.ts";
import { changeSettings } from "../../../identity/audit/save-settings.ts";
import type { Context } from "../../../platform/context.ts";
import { decimal, integer, text, timestamp } from "../../../platform/database/columns.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { defineList } from "../../../platform/lists/define-list.ts";
import { DEFAULT_PERCENTS } from "./warning.rule.ts";
import type { setWarningSettingsInput, WarningSettings } from "./warning.schema.ts";

/** The warnings of an account, newest first. */
export const warnings = defineList({
  name: "warnings",
  from: "account_warnings join trading_accounts on trading_accounts.id = account_warnings.account_id",
  columns: {
    id: integer("account_warnings.id"),
    userId: integer("trading_accounts.user_id"),
    stageId: integer("account_warnings.stage_id"),
    kind: text("account_warnings.kind"),
    index: integer("account_warnings.index"),
    percent: integer("account_warnings.percent"),
    day: text("account_warnings.day"),
    at: timestamp("account_warnings.at"),
    value: decimal("account_warnings.value", 2),
    floor: decimal("account_warnings.floor", 2),
    room: decimal("account_warnings.room", 2),
    createdAt: timestamp("account_warnings.created_at"),
  },
  filters: { accountId: "account_warnings.account_id" },
});

/** Reads the percents of a loss limit at which traders are warned. */
export async function readWarningSettings({
  database: { kysely },
}: {
  database: { kysely: Kysely<Tables> };
}): Promise<WarningSettings> {
  const row = await kysely.selectFrom("warning_settings").select("percents").executeTakeFirst();
  return row ?? { percents: [...DEFAULT_PERCENTS] };
}

export async function setWarningSettings(
  context: Context,
  actor: StaffActor,
  { percents }: z.output<typeof setWarningSettingsInput>,
): Promise<WarningSettings> {
  const settings = { table: "warning_settings", action: "warning-settings.changed" } as const;
  await changeSettings(context, actor, settings, async (kysely) => {
    const before = await readWarningSettings({ database: { kysely } });
    return {
      before: { percents: before.percents.join(", ") || null },
      after: { percents: percents.join(", ") || null },
      row: { percents: JSON.stringify(percents) },
    };
  });
  return readWarningSettings(context);
}
