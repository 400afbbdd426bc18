import { createHmac, randomBytes } from "node:crypto";

const PREFIX = "whsec_";

/** 256 random bits in the form of the Standard Webhooks specification. */
export function generateWebhookSecret(): string {
  return `${PREFIX}${randomBytes(32).toString("base64")}`;
}

export interface WebhookMessage {
  /** The same for all attempts, so that receivers recognise what they have. */
  id: string;
  /** The body, byte for byte as it is sent. */
  body: string;
}

/**
 * The headers of the Standard Webhooks specification.
 * @param secrets the current one first; each signs
 * @param at the time of the attempt: receivers refuse old ones, so that a recorded one cannot be replayed
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
