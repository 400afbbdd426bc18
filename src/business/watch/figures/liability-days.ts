import type { Context } from "../../../platform/context.ts";
import { MINUTE } from "../../../platform/time/durations.rule.ts";
import { zoneClock } from "../../../platform/time/local-time.rule.ts";
import { readFirmTimeZone } from "../../office/settings/firm-settings.ts";
import { computeLiability } from "./liability-facts.queries.ts";
import { liabilityRows } from "./liability.rule.ts";
import { periodOf, type PeriodQuery, startOfDay } from "./period.rule.ts";

/** Zones are ahead of UTC by whole quarters of an hour, so a day ends at the start of a run. */
export const DAY_END_SCHEDULE = "*/15 * * * *";
const JUST_ENDED = 15 * MINUTE;

/**
 * Keeps the liability of the day that has just ended by the calendar of the firm. A day that ended while nothing ran is
 * missing, because what was owed then is not known later.
 */
export async function keepLiabilityOfDay(
  context: Pick<Context, "clock" | "log" | "live" | "database">,
): Promise<void> {
  const { kysely } = context.database;
  const now = context.clock.now().getTime();
  const zone = zoneClock(await readFirmTimeZone(kysely));
  const endedAt = startOfDay(zone, zone.dateAt(now));
  if (now - endedAt >= JUST_ENDED) return;
  const day = zone.dateAt(endedAt - 1);
  const kept = await kysely
    .selectFrom("liability_days")
    .select("day")
    .where("day", "=", day)
    .limit(1)
    .executeTakeFirst();
  if (kept) return;
  const { computedAt, facts } = await computeLiability(context);
  const rows = liabilityRows(facts).map(({ currency, ...figures }) => {
    const { accounts, undetermined, approvedUnpaid, pending, withdrawable } = figures;
    return {
      day,
      currency,
      computed_at: new Date(computedAt).toISOString(),
      totals: JSON.stringify({ accounts, undetermined, approvedUnpaid, pending, withdrawable }),
    };
  });
  if (rows.length === 0) return;
  await kysely
    .insertInto("liability_days")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Reads the liability as the days of a period ended, the oldest first.
 * @throws RefusalError if the period is invalid
 */
export async function readLiabilityDays(
  { clock, database: { kysely } }: Pick<Context, "clock" | "database">,
  query: PeriodQuery,
) {
  const timeZone = await readFirmTimeZone(kysely);
  const { from, to } = periodOf(query, { now: clock.now().getTime(), timeZone, by: "period" });
  const rows = await kysely
    .selectFrom("liability_days")
    .select(["day", "currency", "computed_at", "totals"])
    .where("day", ">=", from)
    .where("day", "<", to)
    .orderBy("day")
    .orderBy("currency")
    .execute();
  return rows.map(({ computed_at, totals, ...row }) => ({
    ...row,
    computedAt: new Date(computed_at),
    ...totals,
  }));
}
