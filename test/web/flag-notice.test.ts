import { createElement } from "react";
import { expect, it } from "vitest";
import type { PayoutFlag } from "../../src/business/money/payouts/flags.rule.ts";
import { FlagNotice } from "../../web/features/admin-payouts/flag-list.tsx";
import { flagWords, type FlagState } from "../../web/domain/payouts/use-payout-flags.ts";
import { textOf } from "./text-of.ts";

const flag: PayoutFlag = { code: "above_balance", message: "More than the balance" };

it.each<[FlagState | "unrecorded", string]>([
  ["checking", "Checking for flags…"],
  ["unread", "The flags on this request could not be read"],
  [
    "unrecorded",
    "No flags are stored on this request: they could not be read, or there were none yet",
  ],
  [[], "No flags on this request"],
  [[flag], "1 flag on this requestMore than the balance"],
])("the notice of the flags %j reads %j", (flags, text) => {
  const notice = createElement(FlagNotice, { name: "on this request", flags });
  expect(textOf(notice)).toBe(text);
});

it("a row of a list or run says something else if its flags are loading, could not be read, or are absent", () => {
  const states: FlagState[] = ["checking", "unread", [], [flag]];
  expect(states.map(flagWords)).toEqual([
    "Checking for flags…",
    "The flags could not be read",
    undefined,
    "Above the balance",
  ]);
});
