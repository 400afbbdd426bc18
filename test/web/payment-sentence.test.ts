import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { PaymentSentence } from "../../web/features/payouts/payment-sentence.tsx";

it("a paid request shows its approval, the day of the payment and the reference", () => {
  const payment = { paidAt: new Date(2026, 2, 14), reference: "WT-22015" };
  const markup = renderToStaticMarkup(createElement(PaymentSentence, { payment }));
  expect(markup.replaceAll(/<[^>]*>/g, "")).toBe(
    "Approved, paid on 2026-03-14, reference WT-22015",
  );
});
