import type {
  Webhook,
  WebhookDelivery,
} from "../../../../src/business/watch/webhooks/webhook.schema.ts";
import type { BadgeTone } from "../../../components/badge/badge.tsx";

interface Words {
  word: string;
  tone: BadgeTone;
}

export const deliveryWords: Record<WebhookDelivery["status"], Words> = {
  pending: { word: "Waiting", tone: "orange" },
  held: { word: "Paused", tone: "yellow" },
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

/**
 * Returns why the server will probably not send webhooks to a URL. The server decides: it refuses literal IP addresses
 * at once, and host names when it has resolved them.
 */
export function warnOfTarget(url: string): string | undefined {
  if (!URL.canParse(url.trim())) return undefined;
  const { protocol, hostname } = new URL(url.trim());
  if (protocol === "http:") return "Webhooks are only sent over HTTPS.";
  const isLocal =
    hostname === "localhost" ||
    (!hostname.includes(".") && !hostname.startsWith("[")) ||
    /\.(local|localhost|internal|lan|home\.arpa|test)$/.test(hostname);
  return isLocal
    ? "This name belongs to a local network. Webhooks are only sent to the public internet."
    : undefined;
}

/** Formats JSON with line breaks and indentation; returns other texts unchanged. */
export function prettyBody(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
