import { randomUUID } from "node:crypto";
import type { AuditActor } from "../platform/audit/record-event.ts";
import type { Clock } from "../platform/lib/clock.ts";
import { DAY, HOUR, MINUTE } from "../platform/time/durations.rule.ts";

/** Returns the administrator of the demo's history, which only appears in the audit log and cannot sign in. */
export function backOfficeActor() {
  const caller = { address: "203.0.113.10", requestId: randomUUID(), userAgent: null };
  return { kind: "administrator", id: null, label: "Back office", caller } satisfies AuditActor;
}

/**
 * Returns the time at which the back office handles something: during office hours of the next day, or 25 minutes later
 * if that would be in the future.
 * @param seed varies the time of day
 */
export function nextOfficeHour(clock: Clock, after: Date, seed: number): Date {
  const nextDay = (Math.floor(after.getTime() / DAY) + 1) * DAY;
  const time = (9 + ((seed * 5) % 8)) * HOUR + ((seed * 17) % 60) * MINUTE;
  const planned = nextDay + time;
  return new Date(planned < clock.now().getTime() ? planned : after.getTime() + 25 * MINUTE);
}
