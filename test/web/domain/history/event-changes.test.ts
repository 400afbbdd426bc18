import { expect, it } from "vitest";
import { describeChanges } from "../../../../web/domain/history/event-changes.ts";

it.each([
  ["500.00", "750.00 EUR", "$500.00", "750.00 EUR"],
  [null, "25000.00", undefined, "$25,000.00"],
])("the limit of a second approval from %s to %s is shown in its currency", (from, to, was, is) => {
  const changes = { secondApprovalAbove: { from, to } };
  expect(describeChanges({ changes })).toEqual([
    { name: "Second Approval Above", isSecret: false, from: was, to: is },
  ]);
});

it("amounts are shown in the currency of the event, and in dollars without one", () => {
  const amount = { from: null, to: "250.00" };
  const inEuros = { amount, currency: { from: null, to: "EUR" } };
  const shown = (changes: Parameters<typeof describeChanges>[0]["changes"]) =>
    describeChanges({ changes }).map(({ name, to }) => [name, to]);
  expect(shown({ amount })).toEqual([["Amount", "$250.00"]]);
  expect(shown(inEuros)).toEqual([["Amount", "250.00 EUR"]]);
});
