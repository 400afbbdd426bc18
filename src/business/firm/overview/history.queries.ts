import { type Selectable, sql } from "kysely";
import type { Context } from "../../../platform/context.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { compareText } from "../../../platform/lib/compare-text.rule.ts";
import { storedCents } from "../../../platform/money/money.ts";
import { DAY } from "../../../platform/time/durations.rule.ts";
import { type FirmHistory, HISTORY_WEEKS } from "./history.schema.ts";

const WEEK = 7 * DAY;

/** 1970 began on a Thursday; this is the Monday after it. */
const A_MONDAY = 4 * DAY;

interface Counted {
  kind: Selectable<Tables["weekly_counts"]>["kind"];
  week: string;
  currency: string;
  count: number;
  amount: string;
}

/** Reads the last 26 weeks from counters, so the cost does not depend on the number of traders. */
export async function readHistory({
  clock,
  database,
}: Pick<Context, "clock" | "database">): Promise<FirmHistory> {
  const weeks = lastWeeks(clock.now());
  const { rows } = await sql<Counted>`
    select kind, week::text, currency, greatest(sum(count), 0)::int as count,
      greatest(sum(amount), 0)::numeric(30, 2)::text as amount
    from weekly_counts
    where kind in ('registered', 'requested', 'approved', 'failed') and week >= ${weeks[0]}
    group by kind, week, currency`.execute(database.kysely);
  const [currency = "USD", ...otherCurrencies] = byRequests(rows);
  return {
    currency,
    otherCurrencies,
    weeks: weeks.map((week) => {
      const of = (kind: Counted["kind"]) => {
        const counted = rows.filter((row) => row.kind === kind && row.week === week);
        return {
          count: counted.reduce((sum, { count }) => sum + count, 0),
          amount: counted.find((row) => row.currency === currency)?.amount ?? "0.00",
        };
      };
      return {
        week,
        registrations: of("registered").count,
        requested: of("requested"),
        approved: of("approved"),
        breaches: of("failed").count,
      };
    }),
  };
}

/** Returns the currencies of requested amounts, those of most requests first. */
function byRequests(rows: Counted[]): string[] {
  const requests = new Map<string, number>();
  for (const { kind, currency, count, amount } of rows) {
    if (kind !== "requested" || storedCents(amount) === 0n) continue;
    requests.set(currency, (requests.get(currency) ?? 0) + count);
  }
  return [...requests]
    .toSorted(([one, many], [other, few]) => few - many || compareText(one, other))
    .map(([currency]) => currency);
}

/** Returns the Mondays of the last weeks, oldest first. */
function lastWeeks(now: Date): string[] {
  const thisWeek = now.getTime() - ((now.getTime() - A_MONDAY) % WEEK);
  return Array.from({ length: HISTORY_WEEKS }, (_, index) =>
    new Date(thisWeek - (HISTORY_WEEKS - 1 - index) * WEEK).toISOString().slice(0, 10),
  );
}
