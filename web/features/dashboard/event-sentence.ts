import type { BindingEvent } from "../../../src/business/rulebook/calendar/calendar.schema.ts";
import type { ConductRule } from "../../../src/business/rulebook/kinds/conduct/conduct.schema.ts";
import { formatDayHeading, formatTime } from "../../domain/format/dates.ts";

/** How many symbols a sentence names. */
const MOST_NAMED = 5;

const verbs = { entry: "open", exit: "close", hold: "hold" } as const;

const allOf = new Intl.ListFormat("en-GB", { type: "conjunction" });
const oneOf = new Intl.ListFormat("en-GB", { type: "disjunction" });

/** What the trader may not trade: their own symbols that it concerns, or those of its currency. */
function objectOf({ symbols, currency }: BindingEvent): string {
  const others = symbols.length - MOST_NAMED;
  if (others > 1) return allOf.format([...symbols.slice(0, MOST_NAMED), `${others} others`]);
  if (symbols.length > 0) return allOf.format(symbols);
  return currency === "ALL" ? "anything" : `what ${currency} concerns`;
}

/**
 * Says when an event is, and what its windows forbid, in the viewer's zone: "Today at 14:30: Non-Farm Payrolls. You may not
 * open EURUSD from 14:28 to 14:32."
 * @param conduct the rules of the stage
 */
export function eventSentence(event: BindingEvent, conduct: readonly ConductRule[]): string {
  const { at, title, windows } = event;
  const forbidden = windows.flatMap(({ index, from, to }) => {
    const rule = conduct[index];
    if (rule?.kind !== "news") return [];
    const words = oneOf.format(rule.restricts.map((each) => verbs[each]));
    return [
      `You may not ${words} ${objectOf(event)} from ${formatTime(from)} to ${formatTime(to)}.`,
    ];
  });
  return [`${formatDayHeading(at)} at ${formatTime(at)}: ${title}.`, ...new Set(forbidden)].join(
    " ",
  );
}
