import { createElement } from "react";
import { expect, it } from "vitest";
import { PaymentSentence } from "../../../web/features/payouts/payment-sentence.tsx";
import { textOf } from "./text-of.ts";

type Paid = Parameters<typeof PaymentSentence>[0];

function sentenceOf(paid: Paid): string {
  return textOf(createElement(PaymentSentence, paid));
}

it("a paid request shows the day of the payment and the reference", () => {
  const payment = { paidAt: new Date(2026, 2, 14), reference: "WT-22015" };
  expect(sentenceOf({ payment, reversal: null })).toBe("2026-03-14, reference WT-22015");
});

it.each([
  ["Returned by the bank", "Payment reversed on 2026-03-16: Returned by the bank"],
  ["Returned by the bank ".repeat(5), "Payment reversed on 2026-03-16"],
  ["", "Payment reversed on 2026-03-16"],
])("a reversed payment shows its day, and the reason if it is short: %j", (reason, sentence) => {
  const reversal = { reversedAt: new Date(2026, 2, 16), reason };
  expect(sentenceOf({ payment: null, reversal })).toBe(sentence);
});
