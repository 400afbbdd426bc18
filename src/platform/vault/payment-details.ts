import type { Cipher } from "../lib/cipher.ts";
import { payeeIdentity } from "./payee-identity.rule.ts";

/** The stored payment details of a payout request. */
export interface StoredDetails {
  sealedDetails: string | null;
  /** Of a request made by a release before 0.2.0, until `seal-payment-details.ts` encrypts it. */
  clearDetails: string | null;
}

/** Payment details that are copied to the row of another request cannot be decrypted. */
const boundTo = (payoutId: number) => `payout_requests.payment_details:${payoutId}`;

export function encryptPaymentDetails(cipher: Cipher, payoutId: number, details: string | null) {
  return details === null ? null : cipher.encrypt(details, boundTo(payoutId));
}

/** For their owner, and for staff who decide or pay; every reading by staff is an audit event. */
export function decryptPaymentDetails(
  cipher: Cipher,
  payoutId: number,
  { sealedDetails, clearDetails }: StoredDetails,
) {
  return sealedDetails === null ? clearDetails : cipher.decrypt(sealedDetails, boundTo(payoutId));
}

const purpose = "payment details";

/** Equal for equal payment details, so that they are compared without decryption; `null` without details. */
export function fingerprintOf(cipher: Cipher, details: string | null): string | null {
  const identity = details === null ? "" : payeeIdentity(details);
  return identity === "" ? null : cipher.fingerprint(identity, purpose);
}

/** All fingerprints that rows with equal details may have. */
export function possibleFingerprints(cipher: Cipher, details: string | null): string[] {
  const identity = details === null ? "" : payeeIdentity(details);
  return identity === "" ? [] : cipher.fingerprints(identity, purpose);
}
