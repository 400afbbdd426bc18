import { createElement } from "react";
import { describe, expect, it } from "vitest";
import type { Statement } from "../../../src/business/record/statements/statement.schema.ts";
import { StatementTotals } from "../../../web/features/admin/trader/statement-facts.tsx";
import { StatementPreview } from "../../../web/features/admin/trader/statement-preview.tsx";
import { textOf } from "./text-of.ts";

/** The preview of an import that starts a stage. */
const previewed: Statement = {
  id: null,
  userId: 7,
  stageId: null,
  format: "csv",
  fileName: "trades.csv",
  sha256: "",
  size: 100,
  timeZone: "UTC",
  timeZoneSource: "firm",
  login: null,
  accountName: null,
  currency: null,
  from: null,
  to: null,
  counts: {
    trades: 1,
    openTrades: 0,
    deals: 2,
    operations: 0,
    cancelledOrders: 0,
    new: 2,
    known: 0,
    conflicts: 0,
  },
  totals: {
    profit: "0.00",
    commission: "0.00",
    swap: "0.00",
    fee: "0.00",
    deposits: "0.00",
    withdrawals: "0.00",
    corrections: "0.00",
    credits: "0.00",
  },
  openingBalance: null,
  closingBalance: null,
  reconciliation: { status: "partial", difference: "0.00", findings: [] },
  financing: null,
  needsConfirmation: false,
  confirmedAt: null,
  confirmedBy: null,
  createdAt: null,
  createdBy: null,
  withdrawnAt: null,
  withdrawnBy: null,
  withdrawnReason: null,
};

describe("the preview of an import that starts a stage", () => {
  it.each<[string, Partial<Statement>, string]>([
    [
      "the opening balance",
      { openingBalance: "5000.00", currency: "EUR" },
      "Adds 2 records. Starts a stage with a balance of 5,000.00 EUR.",
    ],
    [
      "the first deposit",
      { totals: { ...previewed.totals, deposits: "5000.00" }, currency: "USD" },
      "Starts a stage with the first deposit.",
    ],
    [
      "neither, nor a currency",
      {},
      "Starts a stage with a balance of $0.00. The file names no currency, so the stage is in USD.",
    ],
  ])("says what the file states: %s", (_what, stated, sentence) => {
    const statement = { ...previewed, ...stated };
    expect(textOf(createElement(StatementPreview, { statement }))).toContain(sentence);
  });
});

it("the rows of a file without balances are not said to agree", () => {
  const text = textOf(createElement(StatementPreview, { statement: previewed }));
  expect(text).toContain("Nothing in the file contradicts its rows");
  expect(text).not.toContain("agree");
});

it("an opening balance that the file does not state is called derived", () => {
  const shown = (openingBalance: string, status: "reconciled" | "partial") => {
    const reconciliation = { ...previewed.reconciliation, status };
    const statement = { ...previewed, openingBalance, reconciliation };
    return textOf(createElement(StatementTotals, { statement }));
  };
  expect(shown("5000.00", "partial")).toContain("Opening Balance, Derived$5,000.00");
  expect(shown("0.00", "reconciled")).toContain("Opening Balance$0.00");
});
