import { keysOf } from "../../../platform/fields/keys-of.rule.ts";

/** What sends messages: shops, and services that check identities. */
export const sourceKindLabels = {
  woocommerce: "WooCommerce",
  stripe: "Stripe",
  json: "Own shop (Standard Webhooks)",
  sumsub: "Sumsub",
  veriff: "Veriff",
} as const;

export type SourceKind = keyof typeof sourceKindLabels;
export const sourceKinds = keysOf(sourceKindLabels);

export const shopKinds = ["woocommerce", "stripe", "json"] as const;
export type ShopKind = (typeof shopKinds)[number];

export function isShop(kind: SourceKind): kind is ShopKind {
  return shopKinds.some((shop) => shop === kind);
}

/** What a product of a shop means. */
export const productKindLabels = {
  start: "Starts a programme",
  reset: "Resets the current stage",
  addon: "Is an add-on, done by a person",
  ignore: "Is ignored",
} as const;

export type ProductKind = keyof typeof productKindLabels;
export const productKinds = keysOf(productKindLabels);

export const itemStatusLabels = {
  held: "Held",
  queued: "Queued",
  started: "Started",
  done: "Done",
  cancelled: "Cancelled",
} as const;

export type ItemStatus = keyof typeof itemStatusLabels;
export const itemStatuses = keysOf(itemStatusLabels);

/** Why an item is held, in the order in which the reasons are checked. */
export const heldReasonLabels = {
  no_email: "The order has no valid email",
  not_mapped: "The product is not mapped",
  banned: "The user is banned",
  archived: "The programme is archived",
  currency: "The currency is not the programme's",
  addon: "An add-on needs a person",
  under_review: "A review or an appeal is undecided",
  not_resettable: "The stage cannot be reset",
} as const;

export type HeldReason = keyof typeof heldReasonLabels;
export const heldReasons = keysOf(heldReasonLabels);

/** What a queued item waits for, in the order in which it is checked. */
export const queueReasonLabels = {
  payment_disputed: "Waits until a disputed payment is settled",
  open_stage: "Waits for the end of the open stage",
  under_review: "Waits for the decision on a review or an appeal",
  waiting_step: "Waits until the next step of a programme has started",
  appeal: "Waits until the last breach can no longer be appealed against, or the trader starts it",
  gate: "Waits for the trader's identity or an agreement",
  turn: "Starts within seconds",
} as const;

export type QueueReason = keyof typeof queueReasonLabels;
export const queueReasons = keysOf(queueReasonLabels);

export const paymentLabels = {
  paid: "Paid",
  partly_refunded: "Partly refunded",
  refunded: "Refunded",
  disputed: "Disputed",
  charged_back: "Charged back",
} as const;

export type OrderPayment = keyof typeof paymentLabels;
export const orderPayments = keysOf(paymentLabels);

/** The disputes of an order taken together. */
export const disputeStates = ["none", "open", "won", "lost"] as const;
export type DisputeState = (typeof disputeStates)[number];

/** What a shop says about an order. `ended` is a cancellation or a failure, which counts only after the payment. */
export const newsKinds = [
  "paid",
  "refunded",
  "ended",
  "dispute_opened",
  "dispute_won",
  "dispute_lost",
] as const;
export type NewsKind = (typeof newsKinds)[number];

/** What has happened to an order: its news, what became of its items, and what people did. */
export const orderSteps = [
  ...newsKinds,
  "created",
  "held",
  "queued",
  "started",
  "done",
  "cancelled",
  "released",
  "dismissed",
  "requested",
] as const;
export type OrderStepKind = (typeof orderSteps)[number];
