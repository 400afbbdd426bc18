import { expect, it } from "vitest";
import type { Readiness } from "../../../src/business/money/payouts/readiness.rule.ts";
import { doubtsAbout } from "../../../web/features/payouts/request-doubts.ts";

const ready: Readiness = {
  ready: true,
  profit: "2798.92",
  share: "80",
  withdrawable: "2239.13",
  nextAt: null,
  reasons: [],
  statement: null,
};
const open = { code: "open_positions", message: "Positions are open.", until: null } as const;
const noRules = { code: "no_rules", message: "This account has no rules.", until: null } as const;
const request = {
  amount: "2239.13",
  currency: "USD",
  method: "bank",
  details: { "Account Number": "DE02" },
  readiness: ready,
} as const;

it.each<[string, Partial<Parameters<typeof doubtsAbout>[0]>, string[]]>([
  ["all that can be withdrawn", {}, []],
  ["a cent more", { amount: "2239.14" }, ["It asks $0.01 more than can be withdrawn."]],
  ["no account number", { details: { "Bank Name": "First" } }, ["Account Number is missing."]],
  [
    "a blank wallet",
    { method: "crypto", details: { "Wallet Address": " " } },
    ["Wallet Address is missing."],
  ],
  [
    "an account that is not ready",
    { readiness: { ...ready, ready: false, reasons: [open] } },
    ["Positions are open."],
  ],
  [
    "an account without rules",
    { readiness: { ...ready, share: null, withdrawable: "0.00", reasons: [noRules] } },
    [],
  ],
  ["an unknown readiness", { amount: "9000000", readiness: undefined }, []],
])("asks about a request of %s only what the firm would object to", (_case, changed, doubts) => {
  expect(doubtsAbout({ ...request, ...changed })).toEqual(doubts);
});
