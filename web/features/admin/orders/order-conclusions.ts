import {
  type HeldReason,
  heldReasonLabels,
  type OrderStepKind,
} from "../../../../src/business/decisions/orders/order.rule.ts";
import type { Order, OrderStep } from "../../../../src/business/decisions/orders/order.schema.ts";
import { formatCountOf } from "../../../domain/format/figures.ts";
import { formatOrderAmount, isWaiting } from "../../../domain/orders/order-words.ts";

const count = ({ items }: Order, status: string) =>
  items.filter((item) => item.status === status).length;

/** Says first what has become of an order, and whether a person has to act. */
export function concludeOrder(order: Order): { text: string; isUnusual: boolean } {
  if (order.frozen) {
    const dispute = order.payment === "charged_back" ? "was lost" : "is open";
    const text = `A dispute ${dispute}. No payout request of the trader can be approved or paid until the order is released${order.payment === "charged_back" ? "" : " or the dispute is won"}.`;
    return { text, isUnusual: true };
  }
  const held = order.items.filter(({ status }) => status === "held");
  if (held.length > 0) {
    const reasons = [...new Set(held.map(({ reason }) => heldReasonLabels[reason!].toLowerCase()))];
    return {
      text: `${formatCountOf(held.length, "item")} held: ${reasons.join("; ")}.`,
      isUnusual: true,
    };
  }
  const queued = count(order, "queued");
  if (queued > 0) return { text: `${formatCountOf(queued, "item")} queued.`, isUnusual: false };
  if (order.items.length === 0) return { text: "The order has no items.", isUnusual: false };
  const cancelled = count(order, "cancelled");
  if (cancelled === order.items.length) {
    return { text: "Everything in this order is cancelled.", isUnusual: false };
  }
  return {
    text: `Everything in this order is done${cancelled > 0 ? " or cancelled" : ""}.`,
    isUnusual: false,
  };
}

/** Whether a release or a dismissal changes anything. */
export const canRelease = (order: Order): boolean => order.frozen || order.items.some(isWaiting);
export const canDismiss = (order: Order): boolean => order.items.some(isWaiting);

const hasHeld = ({ items }: Order, reason: HeldReason) =>
  items.some((item) => item.reason === reason);

/** Says what a release does with an order as it is. */
export function releases(order: Order): string[] {
  const queued = count(order, "queued");
  const isOther = order.items.some(
    ({ reason }) => reason !== null && reason !== "currency" && reason !== "addon",
  );
  return [
    order.frozen ? "The trader's payout requests can be approved and paid again." : "",
    hasHeld(order, "currency")
      ? "What is held for its currency starts in spite of it, or is queued."
      : "",
    hasHeld(order, "addon") ? "The add-on is done." : "",
    queued > 0 ? "The first queued item starts now, which ends an open stage." : "",
    isOther ? "What is held for another reason is tried again." : "",
  ].filter(Boolean);
}

/** Says what a dismissal does with an order as it is. */
export function dismissals(order: Order): string[] {
  return [
    "What is held or queued is cancelled, and never starts. No money is returned.",
    order.userId === null ? "The buyer's name and email are erased." : "",
  ].filter(Boolean);
}

const titles: Readonly<Record<OrderStepKind, string>> = {
  paid: "Paid",
  refunded: "Refunded",
  ended: "Cancelled or failed at the shop",
  dispute_opened: "Dispute opened",
  dispute_won: "Dispute won",
  dispute_lost: "Dispute lost",
  created: "Entered",
  held: "Held",
  queued: "Queued",
  started: "Started",
  done: "Done",
  cancelled: "Cancelled",
  released: "Released",
  dismissed: "Dismissed",
  requested: "The trader asked for the start",
};

export const stepTones: Partial<Record<OrderStepKind, "good" | "bad">> = {
  paid: "good",
  started: "good",
  dispute_won: "good",
  held: "bad",
  dispute_opened: "bad",
  dispute_lost: "bad",
};

/** Returns what a step of the history is about. */
export function titleStep(step: OrderStep, order: Order, item: string | undefined): string {
  const title = titles[step.kind];
  if (step.kind === "refunded") {
    return step.amount === null
      ? "Refunded in full"
      : `Refunded ${formatOrderAmount(step.amount, order)} in total`;
  }
  return item === undefined ? title : `${title}: ${item}`;
}
