import type { Kysely } from "kysely";
import type { z } from "zod";
import type { StaffActor } from "../../../identity/tokens/authenticate-token.ts";
import { changeSettings } from "../../../identity/audit/save-settings.ts";
import type { Context } from "../../../platform/context.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { DEFAULT_APPEAL_DAYS } from "./appeal.rule.ts";
import type { AppealSettings, setAppealSettingsInput } from "./appeal.schema.ts";

export async function readAppealSettings({
  database: { kysely },
}: {
  database: { kysely: Kysely<Tables> };
}): Promise<AppealSettings> {
  const row = await kysely.selectFrom("appeal_settings").select("days").executeTakeFirst();
  return row ?? { days: DEFAULT_APPEAL_DAYS };
}

/** Sets how long decisions can be appealed against, including those that were already taken. */
export async function setAppealSettings(
  context: Context,
  actor: StaffActor,
  { days, expected }: z.output<typeof setAppealSettingsInput>,
): Promise<AppealSettings> {
  const settings = { table: "appeal_settings", action: "appeal-settings.changed" } as const;
  await changeSettings(context, actor, settings, async (kysely) => {
    const before = await readAppealSettings({ database: { kysely } });
    return {
      expected,
      current: before,
      before: { days: before.days },
      after: { days },
      row: { days },
    };
  });
  return readAppealSettings(context);
}
