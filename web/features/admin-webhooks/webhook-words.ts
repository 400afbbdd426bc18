import type { BadgeTone } from "../../components/badge/badge.tsx";
import type { Webhook, WebhookDelivery } from "../../../src/business/webhooks/webhook.schema.ts";

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

/** The state of a webhook, and why it is not simply active. */
export function describeState({ pauseReason, failingSince }: Webhook): Words & { reason?: string } {
  if (pauseReason) return pauseWords[pauseReason];
  if (failingSince) return { word: "Failing", tone: "orange", reason: "The last attempt failed" };
  return { word: "Active", tone: "green" };
}

/** How a screen names a webhook: by its description, or else by its host. */
export function webhookName({ description, url }: Pick<Webhook, "description" | "url">): string {
  return description ?? new URL(url).host;
}

/** `200`, or the words for why there was no answer. */
export function describeOutcome({ lastOutcome }: { lastOutcome: string | null }): string | null {
  return lastOutcome && (/^\d+$/.test(lastOutcome) ? `HTTP ${lastOutcome}` : lastOutcome);
}

/** A count up to 1,000, at which the server stops counting. */
export function formatCapped(count: number): string {
  return count >= 1000 ? "1,000+" : String(count);
}

/** `182 ms`, or `1.4 s`. */
export function formatMilliseconds(duration: number): string {
  return duration < 1000 ? `${duration} ms` : `${(duration / 1000).toFixed(1)} s`;
}
