import { createElement } from "react";
import { expect, it } from "vitest";
import type { PayoutFlag } from "../../src/business/payouts/flags.rule.ts";
import { FlagNotice } from "../../web/features/admin-payouts/flag-list.tsx";
import type { FlagState } from "../../web/payouts/use-payout-flags.ts";
import { textOf } from "./text-of.ts";

const flag: PayoutFlag = { code: "above_balance", message: "More than the balance" };

it.each<[FlagState, string]>([
  ["checking", "Checking for flags…"],
  ["unread", "The flags on this request could not be read"],
  [[], "No flags on this request"],
  [[flag], "1 flag on this requestMore than the balance"],
])("the notice of the flags %j reads %j", (flags, text) => {
  const notice = createElement(FlagNotice, { name: "on this request", flags });
  expect(textOf(notice)).toBe(text);
});
