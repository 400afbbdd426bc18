import { DAY, HOUR, MINUTE } from "../../platform/time/durations.rule.ts";

const THURSDAY = 4;

/** The time of day at which figures are published, in UTC. */
export const RELEASE_TIME = 13 * HOUR + 30 * MINUTE;

/** Returns when the weekly figures are published that many trade on; `undefined` on other days. */
export function releaseOn(day: number): number | undefined {
  return new Date(day).getUTCDay() === THURSDAY ? day - (day % DAY) + RELEASE_TIME : undefined;
}
