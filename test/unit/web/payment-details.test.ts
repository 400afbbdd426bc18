import { expect, it } from "vitest";
import { readBankDetails } from "../../../src/business/money/payouts/bank-details.rule.ts";
import {
  accountNumberWarning,
  bicWarning,
  writeDetails,
} from "../../../web/features/payouts/payment-details.tsx";

it("formats bank details as one text with a line for each", () => {
  const details = { "Bank Name": "First Bank", "Account Number": " 12345678 ", "SWIFT/BIC": "" };
  expect(writeDetails("bank", details)).toBe("Bank Name: First Bank\nAccount Number: 12345678");
});

it("returns a single detail unchanged", () => {
  expect(writeDetails("crypto", { "Wallet Address": "bc1q" })).toBe("bc1q");
  expect(writeDetails("paypal", {})).toBe("");
});

it("writes the account holder on a separate line, which the SEPA export reads", () => {
  const text = writeDetails("bank", {
    "Account Holder": "Bennett Trading Ltd",
    "Bank Name": "First Bank",
    "Account Number": "GB29 NWBK 6016 1331 9268 19",
    "SWIFT/BIC": "nwbkgb2l",
  });
  expect(text).toBe(
    "Account Holder: Bennett Trading Ltd\nBank Name: First Bank\nAccount Number: GB29 NWBK 6016 1331 9268 19\nSWIFT/BIC: nwbkgb2l",
  );
  expect(readBankDetails(text)).toEqual({
    holder: "Bennett Trading Ltd",
    iban: "GB29NWBK60161331926819",
    bic: "NWBKGB2L",
  });
});

it.each([
  ["DE89 3704 0044 0532 0130 00", false],
  ["de89370400440532013000", false],
  ["DE89 3704 0044 0532 0130 01", true],
  ["DE89", true],
  ["12345678", false],
  ["026009593 / 000123456789", false],
  ["", false],
])("warns of the account number %j: %s", (text, warns) =>
  expect(accountNumberWarning(text) !== undefined).toBe(warns),
);

it.each([
  ["COBADEFF", false],
  ["cobadeffxxx", false],
  ["COBA DE FF", false],
  ["COBADEF", true],
  ["021000021", true],
  ["", false],
])("warns of the BIC %j: %s", (text, warns) => expect(bicWarning(text) !== undefined).toBe(warns));
