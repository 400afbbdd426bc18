import type { z } from "zod";
import { keysOf } from "../../../platform/fields/keys-of.rule.ts";
import { appealEvents, orderEvents, reviewEvents } from "../../decisions/decisions.events.ts";
import { linkEvents } from "../../links/links.events.ts";
import { payoutEvents } from "../../money/money.events.ts";
import {
  certificateEvents,
  conductEvents,
  findingEvents,
  platformEvents,
  stageEvents,
  statementEvents,
  verdictEvents,
  warningEvents,
} from "../../record/record.events.ts";
import { calendarEvents } from "../../rulebook/rulebook.events.ts";
import { entryEvents, traderEvents, waitingEvents } from "../../traders/traders.events.ts";

/** All that webhooks can receive. */
export const webhookEvents = {
  ...traderEvents,
  ...warningEvents,
  ...waitingEvents,
  ...payoutEvents,
  ...orderEvents,
  ...reviewEvents,
  ...platformEvents,
  ...findingEvents,
  ...appealEvents,
  ...stageEvents,
  ...verdictEvents,
  ...certificateEvents,
  ...statementEvents,
  ...conductEvents,
  ...calendarEvents,
  ...entryEvents,
  ...linkEvents,
};

export type WebhookEventType = keyof typeof webhookEvents;

export const webhookEventTypes = keysOf(webhookEvents);

/** Sent only on request, regardless of the subscribed events. */
export const TEST_EVENT = "webhook.test";

/** An event with its data. */
export type WebhookFact = {
  [Type in WebhookEventType]: { type: Type; data: z.infer<(typeof webhookEvents)[Type]["data"]> };
}[WebhookEventType];
