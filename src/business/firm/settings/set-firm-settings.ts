import type { z } from "zod";
import type { StaffActor } from "../../../identity/tokens/token-actor.ts";
import { saveSettings } from "../../../platform/audit/save-settings.ts";
import type { Context } from "../../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../../platform/database/database.ts";
import { lockSettings } from "../../../platform/database/lock-settings.ts";
import { readFirmSettings, readFirmTimeZone } from "./firm-settings.queries.ts";
import type { FirmSettings, setFirmSettingsInput } from "./firm-settings.schema.ts";

/** Sets the firm's zone. Statements that have been imported keep the zone with which they were read. */
export async function setFirmSettings(
  context: Context,
  actor: StaffActor,
  { timeZone }: z.output<typeof setFirmSettingsInput>,
): Promise<FirmSettings> {
  await inTransaction(context.database, async (em) => {
    const kysely = kyselyOf(em);
    await lockSettings(kysely, "firm_settings");
    await saveSettings(context, em, actor, {
      table: "firm_settings",
      action: "firm-settings.changed",
      before: { timeZone: await readFirmTimeZone(kysely) },
      after: { timeZone },
      row: { time_zone: timeZone },
    });
  });
  return readFirmSettings(context);
}
