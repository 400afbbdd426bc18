import type { Cipher } from "../lib/cipher.ts";
import { payeeIdentity } from "../money/bank-details.rule.ts";
import { seal, unseal } from "./sealed-columns.ts";

export function encryptPaymentDetails(cipher: Cipher, payoutId: number, details: string | null) {
  return details === null ? null : seal(cipher, "paymentDetails", payoutId, details);
}

/** Decrypts payment details. Only for the trader, and for staff, whose access must be recorded in the audit log. */
export function decryptPaymentDetails(cipher: Cipher, payoutId: number, sealed: string | null) {
  return sealed === null ? null : unseal(cipher, "paymentDetails", payoutId, sealed);
}

const purpose = "payment details";

/** Returns a fingerprint of the payee, to compare payment details without decryption; `null` without details. */
export function fingerprintOf(cipher: Cipher, details: string | null): string | null {
  const identity = details === null ? "" : payeeIdentity(details);
  return identity === "" ? null : cipher.fingerprint(identity, purpose);
}

/** Returns all fingerprints that rows with equal payment details may have. */
export function possibleFingerprints(cipher: Cipher, details: string | null): string[] {
  const identity = details === null ? "" : payeeIdentity(details);
  return identity === "" ? [] : cipher.fingerprints(identity, purpose);
}
