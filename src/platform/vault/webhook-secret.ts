import type { Cipher } from "../lib/cipher.ts";

/** Current and previous secret alike: a rotation moves one to the place of the other. */
const boundTo = (endpointId: number) => `webhook_endpoints.secret:${endpointId}`;

export function encryptWebhookSecret(cipher: Cipher, endpointId: number, secret: string) {
  return cipher.encrypt(secret, boundTo(endpointId));
}

/** To sign with; a secret is shown only when it is made. */
export function decryptWebhookSecret(cipher: Cipher, endpointId: number, sealed: string) {
  return cipher.decrypt(sealed, boundTo(endpointId));
}
