import { describe, expect, it } from "vitest";
import type { ActionStatus } from "../../../../../src/business/record/actions/action.rule.ts";
import {
  describeOwnAction,
  describeTimes,
  nameAction,
} from "../../../../../web/domain/actions/action-words.ts";
import { describeSilence } from "../../../../../web/domain/actions/silent-bridges.tsx";

const at = (time: string) => new Date(`2026-03-02T${time}Z`);
const now = at("10:05:00");

describe("the times of an action", () => {
  const times = (
    status: ActionStatus,
    delivered?: string,
    finished?: string,
    attempts = delivered ? 1 : 0,
  ) =>
    describeTimes(
      {
        status,
        attempts,
        cause: { kind: "person", id: null },
        requestedAt: at("10:00:00"),
        deliveredAt: delivered ? at(delivered) : null,
        finishedAt: finished ? at(finished) : null,
      },
      now,
    );

  it.each([
    [times("proposed"), "Waiting for approval for 5 min"],
    [times("pending"), "Waiting for a bridge for 5 min"],
    [times("delivered", "10:04:30"), "Waiting for an answer for 30 s"],
    [times("delivered", "10:04:30", undefined, 3), "Waiting for an answer for 30 s, 3 deliveries"],
    [times("done", "10:00:02", "10:00:05"), "Delivered after 2 s, finished 3 s later"],
    // By the platform's clock, which is slow.
    [times("failed", "10:00:02", "10:00:01"), "Delivered after 2 s, finished at once"],
    [times("cancelled", undefined, "10:02:00"), "Cancelled after 2 min"],
    [times("cancelled", "10:00:02", "10:02:00"), "Cancelled after 2 min"],
  ])("reads %j", (sentence, expected) => {
    expect(sentence).toBe(expected);
  });
});

it("an action is named with its amount", () => {
  expect(nameAction({ kind: "withdraw", amount: "142.86" }, "USD")).toBe("Withdraw $142.86");
  expect(nameAction({ kind: "close_positions", amount: null }, "USD")).toBe("Close positions");
});

it.each([
  [{ kind: "disable_trading", amount: null, status: "done" }, "Trading was disabled"],
  [
    { kind: "withdraw", amount: "142.86", status: "done" },
    "$142.86 was withdrawn from the account",
  ],
  [
    { kind: "withdraw", amount: "142.86", status: "failed" },
    "The platform could not withdraw $142.86",
  ],
  [
    { kind: "close_positions", amount: null, status: "cancelled" },
    "A request to close open positions was cancelled",
  ],
] as const)("a trader reads about %j: %s", (action, sentence) => {
  expect(describeOwnAction(action, "USD")).toBe(sentence);
});

describe("the silence of bridges", () => {
  const bridge = (silentSeconds: number | null, waiting: number) => ({
    tokenId: 1,
    label: "MT5 bridge",
    lastFeedAt: null,
    lastPollAt: silentSeconds === null ? null : now,
    silentSeconds,
    waiting,
    report: null,
    reportedAt: null,
  });

  it("shows after five minutes, for a day", () => {
    const told = "MT5 bridge was last heard 5 min ago.";
    expect(describeSilence([bridge(299, 2)])).toEqual([]);
    expect(describeSilence([bridge(300, 2)])).toEqual([expect.stringContaining(told)]);
    expect(describeSilence([bridge(86_400, 2)])).toEqual([]);
  });

  it("says how long a connector has been behind, or without its server", () => {
    const report = {
      platform: "mt5",
      server: "Live02",
      startedAt: now,
      connectedSince: now,
      lagSeconds: 3,
      clockSkewSeconds: 0,
      accounts: { followed: 1, open: 0 },
      failures: [],
    };
    const reported = (changes: object) => ({
      ...bridge(360, 0),
      report: { ...report, ...changes },
    });
    expect(describeSilence([reported({ lagSeconds: 360 })])).toEqual([
      "MT5 bridge is 6 min behind the server Live02.",
    ]);
    expect(describeSilence([reported({ connectedSince: null })])).toEqual([
      "MT5 bridge has not reached the server Live02 for 6 min.",
    ]);
    expect(describeSilence([reported({})])).toEqual([
      expect.stringContaining("MT5 bridge was last heard 6 min ago."),
    ]);
  });

  it("shows for a bridge that has never asked while actions wait", () => {
    expect(describeSilence([bridge(null, 0)])).toEqual([]);
    expect(describeSilence([bridge(null, 1)])).toEqual([
      expect.stringContaining("No bridge has asked for actions yet"),
    ]);
  });
});
