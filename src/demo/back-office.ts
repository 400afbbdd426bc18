import { randomUUID } from "node:crypto";
import type { AuditActor } from "../platform/audit/record-event.ts";
import { type Clock, DAY, HOUR, MINUTE } from "../platform/lib/clock.ts";

/** Who administered the demo's past; the log alone knows him. */
export function backOffice() {
  const caller = { address: "203.0.113.10", requestId: randomUUID(), userAgent: null };
  return { kind: "administrator", id: null, label: "Back office", caller } satisfies AuditActor;
}

/**
 * When the back office gets to something: on the next day, at one of its hours. What came in so
 * lately that this would be in the future is dealt with at once.
 * @param salt so that not all is done at the same time of the day
 */
export function nextOfficeHour(clock: Clock, moment: Date, salt: number): Date {
  const nextDay = (Math.floor(moment.getTime() / DAY) + 1) * DAY;
  const time = (9 + ((salt * 5) % 8)) * HOUR + ((salt * 17) % 60) * MINUTE;
  const planned = nextDay + time;
  return new Date(planned < clock.now().getTime() ? planned : moment.getTime() + 25 * MINUTE);
}
