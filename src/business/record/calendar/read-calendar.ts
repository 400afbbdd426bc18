import { type Kysely, sql } from "kysely";
import type { Context } from "../../../platform/context.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { DAY } from "../../../platform/time/durations.rule.ts";
import { readFirmTimeZone } from "../../office/settings/firm-settings.ts";
import { listEvents, readNewestVersion } from "../../rulebook/calendar/calendar.queries.ts";
import type {
  BindingEvent,
  CalendarEventOut,
  CalendarRange,
} from "../../rulebook/calendar/calendar.schema.ts";
import type { ConductRuleOf } from "../../rulebook/kinds/conduct/conduct.schema.ts";
import { concernOf, windowOf } from "../../rulebook/kinds/conduct/parts/event-windows.rule.ts";
import { symbolMatcher } from "../../rulebook/kinds/conduct/parts/symbol-patterns.rule.ts";
import type { CalendarEvent } from "../../rulebook/timeline/calendar.rule.ts";
import { type DayStart, tradingDays } from "../../rulebook/timeline/trading-day.rule.ts";
import { findStage, type RecordStage } from "../records/record-stages.queries.ts";

/** Returns the period itself or, by default, the trading day of now. */
function periodOf({ from, to }: CalendarRange, now: Date, dayStart: DayStart) {
  if (from && to) return { from, to };
  const day = tradingDays(dayStart)(now.getTime());
  return { from: new Date(day.from), to: new Date(day.to) };
}

/** Lists the events of the newest version by time; by default, those of the firm's day. */
export async function listCalendar(
  { clock, database: { kysely } }: Context,
  range: CalendarRange,
): Promise<CalendarEventOut[]> {
  const newest = await readNewestVersion(kysely);
  if (!newest) return [];
  const dayStart = { timeZone: await readFirmTimeZone(kysely), startsAt: "00:00" };
  return listEvents(kysely, newest.id, periodOf(range, clock.now(), dayStart));
}

type NewsRule = ConductRuleOf<"news">;

/** How far back a trader's symbols are looked up. */
const SYMBOL_DAYS = 30;

/** Lists the events that rules about news of the trader's current stage restrict; by default, those of its trading day. */
export async function readTraderCalendar(
  { clock, database: { kysely } }: Context,
  traderId: number,
  range: CalendarRange,
): Promise<BindingEvent[]> {
  const stage = await findStage(kysely, traderId, undefined);
  const rules = (stage?.rules?.conduct ?? []).flatMap((rule, index) =>
    rule.kind === "news" ? [{ rule, index }] : [],
  );
  if (!stage?.calendar || rules.length === 0) return [];
  const { from, to } = periodOf(range, clock.now(), stage.dayStart);
  const symbols = await readSymbols(kysely, stage, clock.now().getTime() - SYMBOL_DAYS * DAY);
  return stage.calendar.events
    .filter(({ at }) => at >= from.getTime() && at < to.getTime())
    .flatMap((event) => bindingOf(event, rules, symbols));
}

function bindingOf(
  event: CalendarEvent,
  rules: { rule: NewsRule; index: number }[],
  symbols: string[],
): BindingEvent[] {
  const impacts = (rule: NewsRule): readonly string[] => rule.impacts;
  const binding = rules.filter(({ rule }) => !event.allDay && impacts(rule).includes(event.impact));
  if (binding.length === 0) return [];
  const concerned = symbols.filter((symbol) =>
    binding.some(
      ({ rule }) => !symbolMatcher(rule.except)(symbol) && concernOf(rule)(event.currency, symbol),
    ),
  );
  return [
    {
      ...event,
      at: new Date(event.at),
      announcedAt: new Date(event.announcedAt),
      windows: binding.map(({ rule, index }) => {
        const { from, to } = windowOf(rule, event);
        return { index, from: new Date(from), to: new Date(to) };
      }),
      symbols: concerned,
    },
  ];
}

async function readSymbols(
  kysely: Kysely<Tables>,
  { accountId }: RecordStage,
  since: number,
): Promise<string[]> {
  const rows = await kysely
    .selectFrom("deals")
    .select("symbol")
    .distinct()
    .where("account_id", "=", accountId)
    .where("stands", "=", true)
    .where("time", ">=", sql<string>`${new Date(since).toISOString()}`)
    .orderBy("symbol")
    .execute();
  return rows.map(({ symbol }) => symbol);
}
