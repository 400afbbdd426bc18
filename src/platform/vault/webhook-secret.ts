import type { Cipher } from "../lib/cipher.ts";
import { seal, unseal } from "./sealed-columns.ts";

export function encryptWebhookSecret(cipher: Cipher, endpointId: number, secret: string) {
  return seal(cipher, "webhookSecrets", endpointId, secret);
}

/** Decrypts a secret in order to sign with it. Administrators only see a secret when it is created. */
export function decryptWebhookSecret(cipher: Cipher, endpointId: number, sealed: string) {
  return unseal(cipher, "webhookSecrets", endpointId, sealed);
}
