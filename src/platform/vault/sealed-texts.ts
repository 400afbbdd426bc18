import type { Cipher } from "./cipher.ts";
import { seal, unseal } from "./sealed-columns.ts";
import { payeeIdentity } from "../money/bank-details.rule.ts";

export function encryptMasterPassword(cipher: Cipher, traderId: number, password: string | null) {
  return password === null ? null : seal(cipher, "passwords", traderId, password);
}

/** Decrypts a master password. Only for the trader, and for administrators who view it on the trader's page. */
export function decryptMasterPassword(cipher: Cipher, traderId: number, encrypted: string | null) {
  return encrypted === null ? null : unseal(cipher, "passwords", traderId, encrypted);
}

export function encryptTotpSecret(cipher: Cipher, factorId: number, secret: string) {
  return seal(cipher, "totpSecrets", factorId, secret);
}

/** Decrypts a secret in order to check codes. Users only see a secret while they set it up. */
export function decryptTotpSecret(cipher: Cipher, factorId: number, sealed: string) {
  return unseal(cipher, "totpSecrets", factorId, sealed);
}

export function encryptWebhookSecret(cipher: Cipher, endpointId: number, secret: string) {
  return seal(cipher, "webhookSecrets", endpointId, secret);
}

/** Decrypts a secret in order to sign with it. Administrators only see a secret when it is created. */
export function decryptWebhookSecret(cipher: Cipher, endpointId: number, sealed: string) {
  return unseal(cipher, "webhookSecrets", endpointId, sealed);
}

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
