import { describe, expect, it } from "vitest";
import {
  fateOf,
  freshAccount,
  type ItemFacts,
} from "../../../../../src/business/decisions/orders/order-item.rule.ts";

const facts = (changes: Partial<ItemFacts> = {}): ItemFacts => ({
  isRefunded: false,
  hasEmail: true,
  kind: "start",
  isBanned: false,
  isArchived: false,
  currency: "USD",
  isCurrencyReleased: false,
  programmeCurrency: "USD",
  account: freshAccount,
  isRequested: false,
  isReleased: false,
  ...changes,
});

const account = (changes: object) => ({ account: { ...freshAccount, ...changes } });
const reset = { kind: "reset", ...account({ isResettable: true }) } as const;

describe("an item", () => {
  it.each<[string, Partial<ItemFacts>, string]>([
    ["starts", {}, "start"],
    ["of a refunded order is cancelled", { isRefunded: true, kind: null }, "cancelled"],
    ["that is ignored is done, even without a buyer", { kind: "ignore", hasEmail: false }, "done"],
    ["needs an email before all else", { hasEmail: false, kind: null }, "no_email"],
    ["needs a mapping", { kind: null, isBanned: true }, "not_mapped"],
    ["of a banned trader", { isBanned: true, isArchived: true }, "banned"],
    ["of an archived programme", { isArchived: true, currency: "EUR" }, "archived"],
    ["in another currency", { currency: "EUR" }, "currency"],
    ["whose currency is released", { currency: "EUR", isCurrencyReleased: true }, "start"],
    ["that is an add-on", { kind: "addon", programmeCurrency: null }, "addon"],
    [
      "that is a released add-on",
      { kind: "addon", programmeCurrency: null, isReleased: true },
      "done",
    ],
    ["waits for an open stage", account({ hasOpenStage: true }), "queued"],
    ["waits for a review", account({ isUnderReview: true }), "queued"],
    ["waits for a step that waits", account({ hasWaitingStep: true }), "queued"],
    ["waits for a dispute", account({ isFrozen: true }), "queued"],
    ["waits for an appeal", account({ isAppealable: true }), "queued"],
    ["is asked for", { ...account({ isAppealable: true }), isRequested: true }, "start"],
    ["is released", { ...account({ hasOpenStage: true }), isReleased: true }, "start"],
    [
      "resets an open stage",
      { ...reset, ...account({ isResettable: true, hasOpenStage: true }) },
      "start",
    ],
    [
      "resets nothing under review",
      { kind: "reset", ...account({ isUnderReview: true }) },
      "under_review",
    ],
    ["resets nothing else", { kind: "reset", programmeCurrency: null }, "not_resettable"],
    [
      "resets nothing in a dispute",
      { ...reset, ...account({ isResettable: true, isFrozen: true }) },
      "queued",
    ],
  ])("%s", (_, changes, expected) => {
    const fate = fateOf(facts(changes));
    expect(fate.status === "held" ? fate.reason : fate.status).toBe(expected);
  });
});
