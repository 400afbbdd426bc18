import { createElement } from "react";
import { expect, it } from "vitest";
import type { PayoutFlag } from "../../../src/business/money/payouts/flags.rule.ts";
import {
  describeDisregarded,
  FlagNotice,
} from "../../../web/features/admin/payouts/flag-notice.tsx";
import { type FlagState, flagWords } from "../../../web/domain/payouts/payout-flags.tsx";
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

it("the text next to the button names the flags that an approval disregards", () => {
  const second: PayoutFlag = { code: "account_banned", message: "The trader is banned." };
  const states: FlagState[] = ["checking", "unread", [], [flag, second]];
  expect(states.map(describeDisregarded)).toEqual([
    undefined,
    "Approving without knowing the flags",
    undefined,
    "Approving despite: Above the balance · Trader banned",
  ]);
});
