import type { DeclaredAction } from "../../identity/audit/declared-events.rule.ts";

export const keyActions = {
  "encryption-key.rotated": { label: "Rotated the encryption key", icon: "key" },
  "signing-key.rotated": { label: "Rotated the signing key", icon: "key" },
} as const satisfies Record<string, DeclaredAction>;

export const webhookActions = {
  "webhook.created": { label: "Created a webhook", icon: "key" },
  "webhook.changed": { label: "Changed a webhook", icon: "key" },
  "webhook.secret-rotated": { label: "Rotated the secret of a webhook", icon: "key" },
  "webhook.paused": { label: "Paused a webhook", icon: "trash", tone: "critical" },
  "webhook.resumed": { label: "Resumed a webhook", icon: "key" },
  "webhook.redelivered": { label: "Sent a webhook again", icon: "key" },
  "webhook.tested": { label: "Sent a test event to a webhook", icon: "key" },
  "webhook.deleted": { label: "Deleted a webhook", icon: "trash", tone: "critical" },
} as const satisfies Record<string, DeclaredAction>;
