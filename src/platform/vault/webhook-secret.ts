import type { Cipher } from "../lib/cipher.ts";

/** Binds the current and the previous secret to the same name, because a rotation moves one to the other's column. */
const boundTo = (endpointId: number) => `webhook_endpoints.secret:${endpointId}`;

export function encryptWebhookSecret(cipher: Cipher, endpointId: number, secret: string) {
  return cipher.encrypt(secret, boundTo(endpointId));
}

/** Decrypts a secret in order to sign with it. Administrators only see a secret when it is created. */
export function decryptWebhookSecret(cipher: Cipher, endpointId: number, sealed: string) {
  return cipher.decrypt(sealed, boundTo(endpointId));
}
