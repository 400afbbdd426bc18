import { expect, it } from "vitest";
import { judgeAttempt } from "../../../../../src/business/watch/webhooks/webhook.rule.ts";

const at = new Date("2026-03-05T00:00:00Z");
const hoursAgo = (hours: number) => new Date(at.getTime() - hours * 3_600_000);

/** The first attempt, which was answered with 500. */
const failed: Parameters<typeof judgeAttempt>[0] = {
  status: 500,
  at,
  attempts: 1,
  isTest: false,
  isPaused: false,
  failingSince: null,
};

it.each<[string, Partial<typeof failed>, object]>([
  ["success", { status: 204 }, { status: "delivered", failingSince: null }],
  ["success after failures", { status: 200, failingSince: hoursAgo(2) }, { failingSince: null }],
  ["failure", {}, { status: "pending", delay: 5, failingSince: at }],
  ["failure without a response", { status: null }, { status: "pending", delay: 5 }],
  ["redirect", { status: 302 }, { status: "pending" }],
  ["further failure", { attempts: 2, failingSince: hoursAgo(1) }, { failingSince: hoursAgo(1) }],
  ["last failure", { attempts: 10 }, { status: "failed" }],
  ["failure while paused", { isPaused: true }, { status: "held" }],
  [
    "failure for three days",
    { failingSince: hoursAgo(72) },
    { status: "held", pauseReason: "failures" },
  ],
  ["failure for less", { failingSince: hoursAgo(71) }, { status: "pending" }],
  ["response of 410", { status: 410 }, { status: "held", pauseReason: "gone" }],
  ["failed test event", { isTest: true, status: 410 }, { status: "failed", failingSince: null }],
  [
    "successful test event",
    { isTest: true, status: 200, failingSince: hoursAgo(2) },
    { status: "delivered", failingSince: hoursAgo(2) },
  ],
])("the outcome of a %s", (_, facts, outcome) => {
  const judged = judgeAttempt({ ...failed, ...facts });
  expect(judged).toMatchObject(outcome);
  expect(judged.delay === undefined).toBe(judged.status !== "pending");
});
