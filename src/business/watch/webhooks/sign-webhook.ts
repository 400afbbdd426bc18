import { createHmac, randomBytes } from "node:crypto";
import { type Cipher, seal, type SealedColumns, unseal } from "../../../platform/vault/cipher.ts";

const PREFIX = "whsec_";

/** Returns 256 random bits in the format of the Standard Webhooks specification. */
export function generateWebhookSecret(): string {
  return `${PREFIX}${randomBytes(32).toString("base64")}`;
}

export const webhookSecrets: SealedColumns = {
  label: "webhook secrets",
  table: "webhook_endpoints",
  // Both are bound to the same name, because a rotation of the secret moves it to the other column.
  columns: ["secret", "previous_secret"],
  owner: "id",
  boundTo: "webhook_endpoints.secret",
};

export function encryptWebhookSecret(cipher: Cipher, endpointId: number, secret: string) {
  return seal(cipher, webhookSecrets, endpointId, secret);
}

/** Decrypts a secret in order to sign with it. Administrators only see a secret when it is created. */
export function decryptWebhookSecret(cipher: Cipher, endpointId: number, sealed: string) {
  return unseal(cipher, webhookSecrets, endpointId, sealed);
}

export interface WebhookMessage {
  /** The id of the event, the same for all attempts, so that receivers recognise repeated ones. */
  id: string;
  /** The body, exactly as it is sent. */
  body: string;
}

/**
 * Returns the headers of the Standard Webhooks specification.
 * @param secrets the secrets to sign with, the current one first
 * @param at the time of the attempt; receivers reject old requests, so that recorded ones cannot be replayed
 */
export function signWebhook({ id, body }: WebhookMessage, secrets: string[], at: Date) {
  const timestamp = Math.floor(at.getTime() / 1000);
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), "base64");
    const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`);
    return `v1,${signature.digest("base64")}`;
  });
  return {
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": signatures.join(" "),
  };
}
