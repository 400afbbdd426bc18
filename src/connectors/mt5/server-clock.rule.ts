import { HOUR } from "../../platform/time/durations.rule.ts";
import { zoneClock } from "../../platform/time/local-time.rule.ts";

/** Converts between the clock of a server, whose times count as if it were UTC, and UTC. */
export interface ServerClock {
  /** A time that the server's clock shows twice is the first one. */
  toUtc(serverTime: number): number;
  /** Returns an earliest server time at or after an instant, also if the clock is set back soon after it. */
  earliestFrom(instant: number): number;
  /** Returns a latest server time at or before an instant, also if the clock was set back just before it. */
  latestUntil(instant: number): number;
}

/** @param timeZone an IANA name, or `new-york+7`: New York's clock plus seven hours */
export function serverClock(timeZone: string): ServerClock {
  const isShifted = timeZone === "new-york+7";
  const zone = zoneClock(isShifted ? "America/New_York" : timeZone);
  const shift = isShifted ? 7 * HOUR : 0;
  const toServer = (instant: number) => instant + zone.offsetAt(instant) + shift;
  return {
    toUtc(serverTime) {
      const local = new Date(serverTime - shift);
      return zone.toInstant({
        year: local.getUTCFullYear(),
        month: local.getUTCMonth() + 1,
        day: local.getUTCDate(),
        hour: local.getUTCHours(),
        minute: local.getUTCMinutes(),
        second: local.getUTCSeconds(),
        millisecond: local.getUTCMilliseconds(),
      });
    },
    earliestFrom: (instant) => Math.min(toServer(instant), toServer(instant + HOUR) - HOUR),
    latestUntil: (instant) => Math.max(toServer(instant), toServer(instant - HOUR) + HOUR),
  };
}
