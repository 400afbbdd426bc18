import { moneyIn } from "../../../platform/money/money.ts";
import { describeZone } from "../../../platform/time/local-time.rule.ts";
import type { DayStart } from "../../rulebook/timeline/trading-day.rule.ts";
import type { LimitUse } from "../../rulebook/kinds/parts/floor.rule.ts";

/** The percents at which a trader is warned, unless the firm sets others. */
export const DEFAULT_PERCENTS: readonly number[] = [50, 80, 95];

/** Records that are older when they arrive cause no warnings. */
export const OLDEST_WARNED_HOURS = 24;

/** A use of a limit for which a warning is due. */
export interface DueWarning {
  /** The highest of the percents that was reached. */
  percent: number;
  use: LimitUse;
}

/** Identifies a limit and the trading day or stage in which each percent is warned of once. */
export function scopeOf({
  kind,
  index,
  day,
}: {
  kind: string;
  index: number;
  day: string | null;
}): string {
  return `${kind} ${index} ${day ?? ""}`;
}

/**
 * Determines the warnings that are due for one stage. Once a percent has been warned of, lower ones of the same day or
 * stage are not warned of any more, whether they were skipped or not.
 * @param uses for each limit in the order of time
 * @param percents ascending
 * @param sent the highest percent that was warned of, by `scopeOf`
 */
export function dueWarnings(
  uses: LimitUse[],
  percents: readonly number[],
  sent: ReadonlyMap<string, number>,
): DueWarning[] {
  const highest = new Map(sent);
  const due: DueWarning[] = [];
  for (const use of uses) {
    const percent = percents.findLast((each) => each <= use.percent);
    if (percent === undefined) continue;
    const scope = scopeOf({ ...use, day: use.day?.name ?? null });
    if (percent <= (highest.get(scope) ?? 0)) continue;
    highest.set(scope, percent);
    due.push({ percent, use });
  }
  return due.toSorted((a, b) => a.use.at - b.use.at);
}

/**
 * Describes what is used of a limit, with the figures.
 * @param now milliseconds since 1970 UTC; a trading day may already be over
 */
export function warningSentence(
  { kind, percent, day, room, floor }: LimitUse,
  { currency, dayStart }: { currency: string; dayStart: DayStart },
  now: number,
): string {
  const money = moneyIn(currency);
  const above = `above the floor of ${money(floor)}`;
  if (kind === "max_loss" || day === null) {
    return `You have used ${percent}% of the maximum loss limit: ${money(room)} is left ${above}.`;
  }
  if (day.to <= now) {
    return `You used ${percent}% of the loss limit of ${day.name}: ${money(room)} was left ${above}.`;
  }
  const until = `until ${dayStart.startsAt} (${describeZone(dayStart.timeZone)})`;
  return `You have used ${percent}% of today's loss limit: ${money(room)} is left ${above} ${until}.`;
}
