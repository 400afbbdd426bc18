import { HOUR, MINUTE, SECOND } from "../../../platform/time/durations.rule.ts";
import { TEST_EVENT } from "./webhook-event.schema.ts";

/** An endpoint that has failed for this many milliseconds is paused. */
const PAUSE_AFTER = 72 * HOUR;

/** `held` waits until the endpoint is resumed. */
export type DeliveryStatus = "pending" | "held" | "delivered" | "failed";

/** A paused endpoint receives only what an administrator has just asked for. */
export function canSend(
  endpoint: { pausedAt: unknown },
  { type, isOnRequest = false }: { type: string | null; isOnRequest?: boolean | undefined },
): boolean {
  return endpoint.pausedAt === null || isOnRequest || type === TEST_EVENT;
}

/** Whether an attempt is due, so that sending the event again would send it twice. */
export function isBeingSent(
  { status, nextAttemptAt }: { status: DeliveryStatus; nextAttemptAt?: Date | null },
  now: Date,
): boolean {
  return status === "pending" && nextAttemptAt != null && nextAttemptAt <= now;
}

interface AttemptFacts {
  /** The HTTP status of the response; `null` without one. */
  status: number | null;
  at: Date;
  /** With this one, since the delivery was created or its endpoint resumed. */
  attempts: number;
  isTest: boolean;
  isPaused: boolean;
  /** The first failure of the endpoint since its last success. */
  failingSince: Date | null;
}

interface AttemptOutcome {
  status: DeliveryStatus;
  /** Seconds until the next attempt; `undefined` unless the delivery is pending. */
  delay?: number;
  failingSince: Date | null;
  /** Why the endpoint must be paused, if it is not. */
  pauseReason?: "failures" | "gone" | undefined;
}

/** A test event has a single attempt, which does not count as a failure of the endpoint. */
export function judgeAttempt(facts: AttemptFacts): AttemptOutcome {
  const { status, at, attempts, isTest, isPaused } = facts;
  const hasSucceeded = status !== null && status >= 200 && status < 300;
  if (isTest) {
    return { status: hasSucceeded ? "delivered" : "failed", failingSince: facts.failingSince };
  }
  if (hasSucceeded) return { status: "delivered", failingSince: null };
  const failingSince = facts.failingSince ?? at;
  const pauseReason = pauseReasonOf(status, at.getTime() - failingSince.getTime());
  const delay = retryDelay(attempts);
  if (delay === undefined) return { status: "failed", failingSince, pauseReason };
  if (isPaused || pauseReason) return { status: "held", failingSince, pauseReason };
  return { status: "pending", delay, failingSince };
}

/** The status 410 ends a subscription. @param failing milliseconds since the first failure */
function pauseReasonOf(status: number | null, failing: number): "failures" | "gone" | undefined {
  if (status === 410) return "gone";
  return failing >= PAUSE_AFTER ? "failures" : undefined;
}

/** Seconds between the attempts of a delivery, as the Standard Webhooks specification suggests; 3.15 days in total. */
const delays = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
].map((delay) => delay / SECOND);

/**
 * Returns the seconds until the next attempt; `undefined` after the last one.
 * @param attempts the number of failed attempts
 */
function retryDelay(attempts: number): number | undefined {
  return delays[attempts - 1];
}
