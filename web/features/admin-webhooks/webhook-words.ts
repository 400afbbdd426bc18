import type { BadgeTone } from "../../components/badge/badge.tsx";
import type {
  Webhook,
  WebhookDelivery,
} from "../../../src/business/firm/webhooks/webhook.schema.ts";

interface Words {
  word: string;
  tone: BadgeTone;
}

export const deliveryWords: Record<WebhookDelivery["status"], Words> = {
  pending: { word: "Waiting", tone: "orange" },
  held: { word: "Held", tone: "yellow" },
  delivered: { word: "Delivered", tone: "green" },
  failed: { word: "Failed", tone: "red" },
};

const pauseWords: Record<NonNullable<Webhook["pauseReason"]>, Words & { reason: string }> = {
  administrator: { word: "Paused", tone: "gray", reason: "By an administrator" },
  failures: {
    word: "Paused Automatically",
    tone: "red",
    reason: "All attempts over three days have failed",
  },
  gone: { word: "Paused Automatically", tone: "red", reason: "It responded with 410 Gone" },
};

/** Returns the state of a webhook, with the reason if it is not active. */
export function describeState({ pauseReason, failingSince }: Webhook): Words & { reason?: string } {
  if (pauseReason) return pauseWords[pauseReason];
  if (failingSince) return { word: "Failing", tone: "orange", reason: "The last attempt failed" };
  return { word: "Active", tone: "green" };
}

/** Returns a webhook's description, or its host if it has none. */
export function webhookName({ description, url }: Pick<Webhook, "description" | "url">): string {
  return description ?? new URL(url).host;
}

/** Returns the status, such as `200`, or why there was no response. */
export function describeOutcome({ lastOutcome }: { lastOutcome: string | null }): string | null {
  return lastOutcome && (/^\d+$/.test(lastOutcome) ? `HTTP ${lastOutcome}` : lastOutcome);
}

/** Formats a count that the server caps at 1,000. */
export function formatCapped(count: number): string {
  return count >= 1000 ? "1,000+" : String(count);
}

/** Returns `182 ms`, or `1.4 s` for a second or more. */
export function formatMilliseconds(duration: number): string {
  return duration < 1000 ? `${duration} ms` : `${(duration / 1000).toFixed(1)} s`;
}
