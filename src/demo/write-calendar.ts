import { kyselyOf } from "../platform/database/database.ts";
import type { Context } from "../platform/context.ts";
import type { Transaction } from "../platform/database/orm.ts";
import { DAY } from "../platform/time/durations.rule.ts";
import { importedEvent } from "../business/record/calendar/import-calendar.ts";
import type { NewEvent } from "../business/rulebook/calendar/calendar.schema.ts";
import { storeCalendar } from "../business/rulebook/calendar/store-calendar.ts";
import { backOfficeActor } from "./account-history.ts";
import { toDate } from "./demo-trader.ts";
import { startOfDay } from "./trading/market.ts";
import { RELEASE_TIME, releaseOn } from "./trading/releases.ts";
import type { PastEvent } from "./trader-history.ts";

/** How many days of the past and of the future the calendar of the demo has. */
const PAST = 360;
const FUTURE = 30;

const WEDNESDAY = 3;
const FRIDAY = 5;

/**
 * Economic events that were announced two weeks before: payrolls on the first Friday, prices on the third Wednesday, and
 * each week the claims that many trade on.
 */
function demoEvents(now: number): NewEvent[] {
  const today = startOfDay(now);
  const days = Array.from({ length: PAST + FUTURE }, (_, index) => today + (index - PAST) * DAY);
  return days.flatMap((day) => {
    const date = new Date(day);
    const week = Math.ceil(date.getUTCDate() / 7);
    const title =
      date.getUTCDay() === FRIDAY && week === 1
        ? "Non-Farm Payrolls"
        : date.getUTCDay() === WEDNESDAY && week === 3
          ? "Consumer Price Index"
          : null;
    const weekly = releaseOn(day) !== undefined;
    if (title === null && !weekly) return [];
    const at = new Date(day + RELEASE_TIME);
    return {
      at,
      currency: "USD",
      impact: weekly ? "medium" : "high",
      title: title ?? "Initial Jobless Claims",
      allDay: false,
      announcedAt: new Date(at.getTime() - 14 * DAY),
    } as const;
  });
}

/** Imports the calendar of the demo, which a rule about news refers to. @returns the audit event */
export async function writeCalendar(
  { clock }: Context,
  transaction: Transaction,
): Promise<PastEvent[]> {
  const actor = backOfficeActor();
  const at = toDate(clock, [335, "10:05"]);
  const today = startOfDay(clock.now().getTime());
  const { version } = await storeCalendar(
    { clock: { now: () => at } },
    kyselyOf(transaction),
    actor,
    {
      from: new Date(today - PAST * DAY),
      to: new Date(today + FUTURE * DAY),
      events: demoEvents(clock.now().getTime()),
    },
  );
  return [{ ...importedEvent(version), actor, at }];
}
