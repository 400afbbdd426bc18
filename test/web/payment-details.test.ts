import { expect, it } from "vitest";
import { writeDetails } from "../../web/features/payouts/payment-detail-fields.ts";

it("writes bank details as one text, a line each", () => {
  const details = { "Bank Name": "First Bank", "Account Number": " 12345678 ", "SWIFT/BIC": "" };
  expect(writeDetails("bank", details)).toBe("Bank Name: First Bank\nAccount Number: 12345678");
});

it("writes a single detail as it is", () => {
  expect(writeDetails("crypto", { "Wallet Address": "bc1q" })).toBe("bc1q");
  expect(writeDetails("paypal", {})).toBe("");
});
