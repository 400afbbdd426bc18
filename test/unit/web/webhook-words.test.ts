import { expect, it } from "vitest";
import type { Webhook } from "../../../src/business/watch/webhooks/webhook.schema.ts";
import {
  describeOutcome,
  describeState,
  formatCapped,
  formatMilliseconds,
  webhookName,
} from "../../../web/features/admin/webhooks/webhook-words.ts";

const since = new Date("2026-03-14T09:00:00Z");

it.each([
  [null, null, "Active", undefined],
  [null, since, "Failing", "The last attempt failed"],
  ["administrator", since, "Paused", "By an administrator"],
  ["failures", since, "Paused Automatically", "All attempts over three days have failed"],
  ["gone", since, "Paused Automatically", "It responded with 410 Gone"],
] as const)(
  "a webhook paused by %s that fails since %s is %s",
  (pauseReason, failingSince, word, reason) => {
    const state = describeState({ pauseReason, failingSince } as Webhook);
    expect([state.word, state.reason]).toEqual([word, reason]);
  },
);

it("a webhook is named after its description, or else its host", () => {
  const url = "https://crm.example.com:8443/hook?key=1";
  expect(webhookName({ url, description: "The CRM" })).toBe("The CRM");
  expect(webhookName({ url, description: null })).toBe("crm.example.com:8443");
});

it.each([
  [null, null],
  ["200", "HTTP 200"],
  ["The connection was refused", "The connection was refused"],
])("the outcome %j of an attempt reads %j", (lastOutcome, words) => {
  expect(describeOutcome({ lastOutcome })).toBe(words);
});

it("counts from 1,000 are capped, and durations from a second are in seconds", () => {
  expect([0, 999, 1000].map(formatCapped)).toEqual(["0", "999", "1,000+"]);
  expect([182, 999, 1000, 1449].map(formatMilliseconds)).toEqual([
    "182 ms",
    "999 ms",
    "1.0 s",
    "1.4 s",
  ]);
});
