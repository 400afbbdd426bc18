import { expect, it } from "vitest";
import { gradeDays } from "../../../../../src/business/rulebook/timeline/coverage.rule.ts";

const HOUR = 3_600_000;
const MAX_GAP_SECONDS = 300;

type DayTimes = Parameters<typeof gradeDays>[0][number];

/** A day of 24 hours, without records unless given. */
function day(index: number, times: Partial<DayTimes> = {}): DayTimes {
  return {
    startsAt: index * 24 * HOUR,
    endsAt: (index + 1) * 24 * HOUR,
    carriedSince: null,
    firstObservation: null,
    openSince: null,
    openSeconds: 0,
    observedSeconds: 0,
    ...times,
  };
}

const grade = (days: DayTimes[], next = 72 * HOUR) => gradeDays(days, next, MAX_GAP_SECONDS);

it("a day without an open position is observed", () => {
  expect(grade([day(0)])).toEqual(["observed"]);
});

it("a day is observed as far as the gaps between its observations were", () => {
  expect(grade([day(0, { openSeconds: 600, observedSeconds: 600 })])).toEqual(["observed"]);
  expect(grade([day(0, { openSeconds: 600, observedSeconds: 1 })])).toEqual(["partly_observed"]);
  expect(grade([day(0, { openSeconds: 600 })])).toEqual(["closed_results"]);
});

it("a position that stays open counts until the next observation, which may be on a later day", () => {
  const openSince = 23 * HOUR;
  const days = [day(0, { openSince, openSeconds: 60, observedSeconds: 60 }), day(1)];
  expect(grade(days)).toEqual(["partly_observed", "observed"]);
  const carried = [days[0]!, day(1, { carriedSince: openSince, openSince }), day(2)];
  expect(grade(carried, 30 * HOUR)).toEqual(["partly_observed", "closed_results", "observed"]);
});

it("a short interval over midnight is observed on both days", () => {
  const openSince = 24 * HOUR - 60_000;
  const firstObservation = 24 * HOUR + 60_000;
  expect(
    grade([day(0, { openSince }), day(1, { carriedSince: openSince, firstObservation })]),
  ).toEqual(["observed", "observed"]);
});

it("an interval between an observation and the next one counts besides the one that was carried", () => {
  const carriedSince = 24 * HOUR - 60_000;
  const firstObservation = 24 * HOUR + 60_000;
  const times = { carriedSince, firstObservation, openSince: firstObservation };
  expect(grade([day(1, times)], 25 * HOUR)).toEqual(["partly_observed"]);
  expect(grade([day(1, times)], firstObservation + MAX_GAP_SECONDS * 1000)).toEqual(["observed"]);
});
