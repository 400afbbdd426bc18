/** The only source of the current time, so that tests can set it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export function fromNow(clock: Clock, milliseconds: number): Date {
  return new Date(clock.now().getTime() + milliseconds);
}
