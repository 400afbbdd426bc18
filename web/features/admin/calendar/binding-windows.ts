import type { CalendarEventOut } from "../../../../src/business/rulebook/calendar/calendar.schema.ts";
import { restrictedActs } from "../../../../src/business/rulebook/kinds/conduct/news.rule.ts";
import { windowOf } from "../../../../src/business/rulebook/kinds/conduct/parts/event-windows.rule.ts";
import type { RuleSet } from "../../../../src/business/rulebook/rules/rule-set.schema.ts";

/** When trades that an event concerns are restricted. */
export interface BindingWindow {
  from: Date;
  to: Date;
  /** What must not happen to a trade, such as `opened or closed`. */
  acts: string;
  /** The names of the rule sets that say so. */
  rules: string[];
}

/** Returns the windows around an event by the newest version of each rule set. One of a whole day restricts nothing. */
export function windowsAround(event: CalendarEventOut, sets: readonly RuleSet[]): BindingWindow[] {
  if (event.allDay) return [];
  const windows = new Map<string, BindingWindow>();
  for (const { name, versions } of sets) {
    for (const rule of versions[0]?.rules.conduct ?? []) {
      if (rule.kind !== "news" || !rule.impacts.some((impact) => impact === event.impact)) continue;
      const acts = restrictedActs(rule);
      if (acts === "") continue;
      const { from, to } = windowOf(rule, { at: event.at.getTime() });
      const key = `${from} ${to} ${acts}`;
      const known = windows.get(key) ?? { from: new Date(from), to: new Date(to), acts, rules: [] };
      if (!known.rules.includes(name)) known.rules.push(name);
      windows.set(key, known);
    }
  }
  return [...windows.values()].toSorted((one, other) => one.from.getTime() - other.from.getTime());
}
