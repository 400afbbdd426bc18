import { describe, expect, it } from "vitest";
import type { BindingEvent } from "../../../src/business/rulebook/calendar/calendar.schema.ts";
import { eventSentence } from "../../../web/features/dashboard/event-sentence.ts";
import { conductRule } from "../../support/conducted.ts";

const today = (hour: number, minute: number) => {
  const time = new Date();
  time.setHours(hour, minute, 0, 0);
  return time;
};

const event: BindingEvent = {
  id: 1,
  at: today(14, 30),
  currency: "USD",
  impact: "high",
  title: "Non-Farm Payrolls",
  allDay: false,
  announcedAt: today(0, 0),
  windows: [{ index: 0, from: today(14, 28), to: today(14, 32) }],
  symbols: ["EURUSD"],
};

describe("an event of the day", () => {
  it.each([
    [["entry"], {}, "You may not open EURUSD from 14:28 to 14:32."],
    [["entry", "exit"], {}, "You may not open or close EURUSD from 14:28 to 14:32."],
    [
      ["entry", "exit", "hold"],
      { symbols: ["EURUSD", "GBPUSD", "XAUUSD"] },
      "You may not open, close or hold EURUSD, GBPUSD and XAUUSD from 14:28 to 14:32.",
    ],
    [["hold"], { symbols: [] }, "You may not hold what USD concerns from 14:28 to 14:32."],
    [["hold"], { symbols: [], currency: "ALL" }, "You may not hold anything from 14:28 to 14:32."],
    [
      ["entry"],
      { symbols: ["A", "B", "C", "D", "E", "F", "G"] },
      "You may not open A, B, C, D, E and 2 others from 14:28 to 14:32.",
    ],
  ] as const)("says what %s forbids with %o", (restricts, changes, words) => {
    const rule = conductRule("news", { restricts: [...restricts] });
    const sentence = eventSentence({ ...event, ...changes } as BindingEvent, [rule]);
    expect(sentence).toBe(`Today at 14:30: Non-Farm Payrolls. ${words}`);
  });

  it("says the same window of two rules once", () => {
    const rule = conductRule("news", { restricts: ["entry"] });
    const again = event.windows.map((window) => ({ ...window, index: 1 }));
    const twice = { ...event, windows: [...event.windows, ...again] };
    expect(eventSentence(twice, [rule, rule])).toBe(eventSentence(event, [rule]));
  });
});
