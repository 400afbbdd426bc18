import { expect, it } from "vitest";
import { payeeIdentity } from "../../../../../src/business/money/payouts/bank-details.rule.ts";

const IBAN = "DE89370400440532013000";

const bank = (name: string, account: string, bic: string) =>
  `Bank Name: ${name}\nAccount Number: ${account}\nSWIFT/BIC: ${bic}`;

it.each([
  ["olivia@example.com", " Olivia@Example.COM "],
  ["bc1q ar0s", "BC1QAR0S"],
  [
    bank("Commerzbank", "DE89 3704 0044 0532 0130 00", "COBADEFF"),
    bank("COBA", "de89370400440532013000", ""),
  ],
  [bank("Chase", "000123", "CHASUS33"), bank("JP Morgan", "000 123", "chasus33XXX")],
  [bank("Commerzbank", IBAN, "COBADEFF"), `Pay to\nIBAN: ${IBAN}`],
  [bank("Commerzbank", IBAN, "COBADEFF"), bank("", "DE89-3704-0044-0532-0130-00", "")],
  [bank("Commerzbank", IBAN, "COBADEFF"), bank("", "ＤＥ８９370400440532013000", "")],
  [bank("Commerzbank", IBAN, "COBADEFF"), bank("", `DE89\u200B${IBAN.slice(4)}\u2060`, "")],
  // Characters that administrators cannot see.
  ["olivia@example.com", "olivia\u200B@exam\u00ADple.com\u2800"],
  ["bc1qar0s", "\u202Abc1q\u0001ar0s\u3164"],
  [
    bank("Chase", "000123", "CHASUS33"),
    bank("Chase", "000123", "CHASUS33").replace("Number", "Num\u2063ber"),
  ],
])("%j is the same payee as %j", (one, other) => {
  expect(payeeIdentity(one)).toBe(payeeIdentity(other));
});

it.each([
  ["olivia@example.com", "oliver@example.com"],
  ["o-bennett@example.com", "obennett@example.com"],
  [bank("Chase", "000123", "CHASUS33"), bank("Chase", "000124", "CHASUS33")],
  [bank("Chase", "000123", "CHASUS33"), bank("Citi", "000123", "CITIUS33")],
  // An account that SEPA would pay, because the labelled one has no valid IBAN.
  [bank("Commerzbank", "000123", "COBADEFF"), bank(IBAN, "000123", "COBADEFF")],
])("%j is a different payee than %j", (one, other) => {
  expect(payeeIdentity(one)).not.toBe(payeeIdentity(other));
});
