import type { Config } from "../../../platform/config/config.ts";
import { invalidField } from "../../../platform/lib/errors.ts";
import { isHostAllowed } from "../../../platform/webhooks/send-webhook.ts";

/**
 * Rejects URLs that no attempt would be allowed to reach. Host names are resolved only by each attempt, because
 * their addresses change.
 * @throws RefusalError if the URL is not HTTPS, or is an address of the internal network
 */
export function requireTarget({ webhookTargets }: Pick<Config, "webhookTargets">, url: string) {
  if (webhookTargets === "any") return;
  if (new URL(url).protocol !== "https:") {
    throw invalidField("url", "Webhooks are only sent over HTTPS");
  }
  if (!isHostAllowed(url)) {
    throw invalidField("url", "The address is not on the public internet");
  }
}
