import { keysOf } from "../../../platform/fields/keys-of.rule.ts";

/** What sends messages: shops, and services that check identities. */
const sourceKindLabels = {
  woocommerce: "WooCommerce",
  stripe: "Stripe",
  json: "Own shop (Standard Webhooks)",
  sumsub: "Sumsub",
  veriff: "Veriff",
} as const;

export const sourceKinds = keysOf(sourceKindLabels);

/** What a product of a shop means. */
const productKindLabels = {
  start: "Starts a programme",
  reset: "Resets the current stage",
  addon: "Is an add-on, done by a person",
  ignore: "Is ignored",
} as const;

export const productKinds = keysOf(productKindLabels);

const itemStatusLabels = {
  held: "Held",
  queued: "Queued",
  started: "Started",
  done: "Done",
  cancelled: "Cancelled",
} as const;

export const itemStatuses = keysOf(itemStatusLabels);

/** Why an item is held, in the order in which the reasons are checked. */
const heldReasonLabels = {
  no_email: "The order has no valid email",
  not_mapped: "The product is not mapped",
  banned: "The user is banned",
  archived: "The programme is archived",
  currency: "The currency is not the programme's",
  addon: "An add-on needs a person",
  under_review: "A review or an appeal is undecided",
  not_resettable: "The stage cannot be reset",
} as const;

export const heldReasons = keysOf(heldReasonLabels);

const paymentLabels = {
  paid: "Paid",
  partly_refunded: "Partly refunded",
  refunded: "Refunded",
  disputed: "Disputed",
  charged_back: "Charged back",
} as const;

export const orderPayments = keysOf(paymentLabels);

/** The disputes of an order taken together. */
export const disputeStates = ["none", "open", "won", "lost"] as const;

/** What a shop says about an order. `ended` is a cancellation or a failure, which counts only after the payment. */
const newsKinds = [
  "paid",
  "refunded",
  "ended",
  "dispute_opened",
  "dispute_won",
  "dispute_lost",
] as const;

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
