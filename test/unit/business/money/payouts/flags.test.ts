import { describe, expect, it } from "vitest";
import { type FlagFacts, flagsOf } from "../../../../../src/business/money/payouts/flags.rule.ts";

/** A request for $1,000.00 on a balance of $105,000.00 that has no flags. */
const plain: FlagFacts = {
  amount: 100_000n,
  currency: "USD",
  accountCurrency: "USD",
  balance: 10_500_000n,
  outstanding: { total: 100_000n, count: 1 },
  share: null,
  isBreached: false,
  isOwnStageBreached: false,
  isUnderReview: false,
  isBanned: false,
  isHeld: false,
  hasDetails: true,
  paidElsewhere: null,
  sharedWith: null,
  isOtherName: false,
  link: null,
  isAllocationExceeded: false,
};

const three = { total: 30_000_000n, count: 3 };

describe("the flags of a payout request", () => {
  it.each<[string, Partial<FlagFacts>, string[]]>([
    ["nothing unusual", {}, []],
    ["the whole balance", { outstanding: { total: 10_500_000n, count: 1 } }, []],
    ["a cent more", { outstanding: { total: 10_500_001n, count: 1 } }, ["above_balance"]],
    ["three that only fit individually", { outstanding: three }, ["above_balance"]],
    ["no balance", { balance: 0n }, ["above_balance"]],
    ["another currency", { accountCurrency: "EUR", balance: 0n }, ["other_currency"]],
    ["the whole share", { share: { allowed: 100_000n, requested: 100_000n } }, []],
    ["more than the share", { share: { allowed: 99_999n, requested: 100_000n } }, ["above_share"]],
    [
      "another currency, above the share of its stage",
      { accountCurrency: "EUR", share: { allowed: 99_999n, requested: 100_000n } },
      ["other_currency", "above_share"],
    ],
    ["a breach", { isBreached: true }, ["account_breached"]],
    [
      "a breach of both stages",
      { isBreached: true, isOwnStageBreached: true },
      ["account_breached"],
    ],
    ["a review", { isUnderReview: true }, ["account_under_review"]],
    ["a ban", { isBanned: true }, ["account_banned"]],
    ["no details", { hasDetails: false }, ["details_missing"]],
    [
      "no details after some",
      { hasDetails: false, paidElsewhere: { id: 3, from: "bank", to: "bank" } },
      ["details_missing"],
    ],
    [
      "another account",
      { paidElsewhere: { id: 3, from: "bank", to: "bank" } },
      ["details_changed"],
    ],
    [
      "another method",
      { paidElsewhere: { id: 3, from: "bank", to: "crypto" } },
      ["details_changed"],
    ],
    ["details of another trader", { sharedWith: { id: 7, userId: 4 } }, ["details_shared"]],
    [
      "everything at once",
      { isBanned: true, isBreached: true, isUnderReview: true, outstanding: three },
      ["above_balance", "account_breached", "account_under_review", "account_banned"],
    ],
  ])("of %s are as expected", (_, facts, codes) => {
    expect(flagsOf({ ...plain, ...facts }).map(({ code }) => code)).toEqual(codes);
  });

  it.each<[Partial<FlagFacts>, string]>([
    [{ balance: 0n }, "The amount of $1,000.00 is above the balance of $0.00."],
    [
      { outstanding: three },
      "3 pending and unpaid requests sum to $300,000.00, above the balance of $105,000.00.",
    ],
    [{ accountCurrency: "EUR" }, "The request is in USD, but the account is now in EUR."],
    [
      {
        share: { allowed: 800_000n, requested: 1_200_000n },
        currency: "EUR",
        accountCurrency: "EUR",
      },
      "The pending and approved requests of this stage sum to 12,000.00 EUR, above the trader's share of 8,000.00 EUR.",
    ],
    [{ isOwnStageBreached: true }, "A limit was breached in the stage of this request."],
    [
      { paidElsewhere: { id: 3, from: "bank", to: "bank" } },
      "The payment details differ from those of request #3, the last one approved before it.",
    ],
    [
      { paidElsewhere: { id: 3, from: "bank", to: "crypto" } },
      "The payment method is Cryptocurrency; it was Bank Transfer in request #3, the last one approved before it.",
    ],
    [
      { sharedWith: { id: 7, userId: 4 } },
      "Trader #4 uses the same payment details in request #7.",
    ],
  ])("say what is unusual in a sentence", (facts, message) => {
    expect(flagsOf({ ...plain, ...facts }).map((flag) => flag.message)).toEqual([message]);
  });
});
