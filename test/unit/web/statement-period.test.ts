import { expect, it } from "vitest";
import { describePeriod } from "../../../web/domain/statements/statement-words.tsx";

it.each([
  [null, null, "No records"],
  ["2026-01-05T09:00", "2026-01-05T17:00", "Jan 05, 2026"],
  ["2026-01-05T09:00", "2026-02-13T17:00", "Jan 05 – Feb 13, 2026"],
  ["2025-12-30T09:00", "2026-02-13T17:00", "Dec 30, 2025 – Feb 13, 2026"],
])("the period from %s to %s reads %s", (from, to, words) => {
  const time = (text: string | null) => (text === null ? null : new Date(text));
  expect(describePeriod({ from: time(from), to: time(to) })).toBe(words);
});
