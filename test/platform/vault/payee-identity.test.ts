import { expect, it } from "vitest";
import { payeeIdentity } from "../../../src/platform/vault/payee-identity.rule.ts";

const bank = (name: string, account: string, bic: string) =>
  `Bank Name: ${name}\nAccount Number: ${account}\nSWIFT/BIC: ${bic}`;

it.each([
  ["olivia@example.com", " Olivia@Example.COM "],
  ["bc1q ar0s", "BC1QAR0S"],
  [bank("Commerzbank", "DE89 3704 0044", "COBADEFF"), bank("COBA", "de8937040044", "")],
  [bank("Chase", "000123", "CHASUS33"), bank("JP Morgan", "000 123", "chasus33XXX")],
])("%j is the same payee as %j", (one, other) => {
  expect(payeeIdentity(one)).toBe(payeeIdentity(other));
});

it.each([
  ["olivia@example.com", "oliver@example.com"],
  [bank("Chase", "000123", "CHASUS33"), bank("Chase", "000124", "CHASUS33")],
  [bank("Chase", "000123", "CHASUS33"), bank("Citi", "000123", "CITIUS33")],
])("%j is a different payee than %j", (one, other) => {
  expect(payeeIdentity(one)).not.toBe(payeeIdentity(other));
});
