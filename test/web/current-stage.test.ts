import { expect, it } from "vitest";
import type { Stage } from "../../src/business/stages/stage.schema.ts";
import { currencyAt } from "../../web/state/current-stage.ts";

const stage = (id: number, currency: string, startedAt: string): Stage => ({
  id,
  userId: 1,
  phase: "Funded",
  currency,
  initialBalance: "10000.00",
  rulesVersionId: null,
  startedAt: new Date(startedAt),
  endedAt: null,
  outcome: null,
  ruleChanges: [],
});

const stages = [
  stage(2, "EUR", "2026-03-01T00:00:00.000Z"),
  stage(1, "GBP", "2026-01-01T00:00:00.000Z"),
];

it.each([
  ["before the first stage", "2025-12-31T00:00:00.000Z", "GBP"],
  ["at the start of a stage", "2026-01-01T00:00:00.000Z", "GBP"],
  ["just before the next one", "2026-02-28T23:59:59.999Z", "GBP"],
  ["in the last stage", "2026-04-01T00:00:00.000Z", "EUR"],
])("a request made %s has the currency of that stage", (_when, at, currency) => {
  expect(currencyAt(stages, new Date(at))).toBe(currency);
});

it("a request of an account without stages is in USD", () => {
  expect(currencyAt([], new Date())).toBe("USD");
});
