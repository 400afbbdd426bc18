import type { Kysely } from "kysely";
import type { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import { retryOnDeadlock } from "../../../platform/database/database.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { zoneClock } from "../../../platform/time/local-time.rule.ts";
import type { StaffActor } from "../../../identity/tokens/authenticate-token.ts";
import { changeSettings } from "../../../identity/audit/save-settings.ts";
import { correctWeeklyCounts } from "../counters/counters.ts";
import type { FirmSettings, setFirmSettingsInput } from "./firm-settings.schema.ts";

/** The zone of a firm that has not set one. */
const DEFAULT_TIME_ZONE = "UTC";

export async function readFirmSettings({
  database,
}: Pick<Context, "database">): Promise<FirmSettings> {
  const row = await database.kysely.selectFrom("firm_settings").selectAll().executeTakeFirst();
  return {
    timeZone: row?.time_zone ?? DEFAULT_TIME_ZONE,
    updatedAt: row ? new Date(row.updated_at) : null,
    updatedBy: row?.updated_by ?? null,
  };
}

/**
 * Reads the IANA name of the firm's zone.
 * @param kysely the database, or the transaction that depends on the zone
 */
export async function readFirmTimeZone(kysely: Kysely<Tables>): Promise<string> {
  const row = await kysely.selectFrom("firm_settings").select("time_zone").executeTakeFirst();
  return row?.time_zone ?? DEFAULT_TIME_ZONE;
}

/** Returns the day of an instant in the firm's zone, such as `2026-03-14`. */
export async function firmDayOf(kysely: Kysely<Tables>, instant: Date): Promise<string> {
  return zoneClock(await readFirmTimeZone(kysely)).dateAt(instant.getTime());
}

/**
 * Sets the firm's zone, in which the weeks of the counters begin. Statements that have been imported keep the zone with
 * which they were read. Rows that concurrent transactions count by the former zone are corrected by the housekeeping.
 */
export async function setFirmSettings(
  context: Context,
  actor: StaffActor,
  { timeZone, expected }: z.output<typeof setFirmSettingsInput>,
): Promise<FirmSettings> {
  const settings = { table: "firm_settings", action: "firm-settings.changed" } as const;
  const former = await readFirmTimeZone(context.database.kysely);
  await changeSettings(context, actor, settings, async (kysely) => {
    const before = { timeZone: await readFirmTimeZone(kysely) };
    return {
      expected,
      current: before,
      before,
      after: { timeZone },
      row: { time_zone: timeZone },
    };
  });
  if (former !== timeZone) {
    await retryOnDeadlock(() => correctWeeklyCounts(context.database.kysely));
  }
  return readFirmSettings(context);
}
